// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parted.h"
#include "core/history/lifeindex.h"
#include "core/source/watchscope.h"

#include <QHash>

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace wk {

/// Whether rows of this type come live, resumed, inferred, …: those about an object. The others are the watch's own
/// word about itself and have no class: none is shown, counted or found by a filter.
bool hasClass(EntryType type);

/// A row on its own: what outlives the log, and may go to another thread.
struct StreamRow {
    EntryPtr entry;
    ObjectPtr listObject; ///< which of the list's objects the row is about; null for a row that is the entry's own

    /// What the row is about; null for what concerns a watch as a whole.
    const ObjectPtr &object() const { return listObject ? listObject : entry->object; }
};

/// The last that is known of a life.
struct LastWord {
    ObjectPtr object; ///< null when nothing is known
    WatchId watch = 0;
    EntryType type = EntryType::Added;
    EntryClass origin = EntryClass::Initial;
    WallTime arrived{};
    std::uint32_t changes = 0; ///< how often the object has changed
};

/// Which object of which watch, in 128 bits, seeded anew in each process: two have the same once in 10^28 logs of a
/// million lives.
struct LifeKey {
    std::size_t first = 0;
    std::size_t second = 0;

    bool operator==(const LifeKey &) const = default;
    friend std::size_t qHash(const LifeKey &key, std::size_t seed = 0) { return key.first ^ seed; }

    struct Hash {
        std::size_t operator()(const LifeKey &key) const { return key.second; }
    };
};

/// Whose life each row of a log is part of: knows objects by their uid, and keeps the last word on those to which
/// nothing has happened since the log's beginning. One thread writes; a copy is for any, and cheap.
class Lives
{
public:
    const LifeIndex &index() const { return m_index; }

    /// What is known of an object's changes as of a row.
    struct Tally {
        std::uint32_t changes = 0;        ///< how often it has changed
        std::optional<RowId> lastNotable; ///< the row of the last that people look for
        WallTime wished{};                ///< when what is wanted of it changed; long ago where nothing follows from it

        void count(const Entry &entry, RowId row);
    };
    /// The log's next row: an entry's own, or that of one of its list's objects. What watches of the same kind have
    /// told of the object counts, too.
    Tally append(const Entry &entry, const Object *listed, const WatchScope *scope, std::span<const WatchId> ofItsKind);
    /// `wordOf` gives those of the log's rows that go.
    /// Those whose last row went, and which did not stand at its end; their numbers are given anew.
    std::vector<LifeId> dropBefore(RowId begin, const std::function<LastWord(const LifeIndex::Standing &)> &wordOf);

    // While it is made of what a journal has.
    void restoreBegin(RowId begin) { m_index.restoreBegin(begin); }
    /// The life of such an object; its row follows.
    LifeId restoreLife(WatchId watch, const Object &object) { return lifeOf(watch, object, {}); }
    void restoreStep(LifeStep step) { m_index.append(step); }
    /// What stood at the log's beginning, and before it which row said so.
    void restoreStanding(std::vector<std::pair<LastWord, RowId>> words);
    void restoreTally(LifeId life, std::uint32_t changes, std::optional<RowId> lastNotable)
    {
        m_own->tallies[life] = {changes, lastNotable, {}};
    }

    /// What stood at the log's beginning already; null for a life that has a row since, or none at all.
    const LastWord *kept(LifeId life) const;
    void forEachKept(const std::function<void(const LastWord &)> &visit) const;
    /// The life of an object that has rows, or stood at the beginning.
    std::optional<LifeId> find(WatchId watch, const Object &object) const;
    /// Those of objects of that name, whatever their kind and namespace, and perhaps a few others. A million are looked
    /// through in a millisecond.
    std::vector<LifeId> maybeNamed(std::string_view name) const;

private:
    LifeId lifeOf(WatchId watch, const Object &object, std::span<const WatchId> ofItsKind);
    Tally tallyElsewhere(const Object &object, std::span<const WatchId> watches) const;

    LifeIndex m_index;
    Parted<QHash<LifeKey, LifeId>, LifeKey::Hash> m_lives;
    CowBlocks<std::uint32_t> m_names;                  ///< by life, hashed
    CowBlocks<std::shared_ptr<const LastWord>> m_kept; ///< by life
    struct Own {
        std::vector<LifeKey> keys;  ///< by life; of a free number the one that had it
        std::vector<Tally> tallies; ///< by life
    };
    WritersOwn<Own> m_own;
};

} // namespace wk
