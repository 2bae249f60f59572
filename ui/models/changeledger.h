// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parted.h"
#include "core/informer/entry.h"
#include "core/informer/watchstatus.h"
#include "ui/models/sparkcounts.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

namespace wk {

/// How an object has been changing, as only one who watches can know.
struct ChangeRecord {
    std::uint32_t changes = 0; ///< events since we watch
    SparkCounts spark;
    std::optional<WallTime> lastChange; ///< of before we watched: as the field managers have written it
    std::string lastManager;            ///< empty where nobody's entry moved, as when a deletion is asked for
};

/// The records of every object that changed, whichever kind is being looked at: who comes back to a table finds its
/// counts as they went on meanwhile, also when the namespaces and with them the watches are others. Gui thread; a
/// value. Bounded: of more than Generation objects the ones that have
/// been still the longest are forgotten.
class ChangeLedger
{
public:
    /// Objects that are remembered at least, twice as many at most; a record and its key take some 200 bytes.
    static constexpr std::size_t Generation = 50'000;

    using ScopeOf = std::function<const WatchScope *(WatchId)>;

    /// Watches of one resource count together; those whose scope is not known each for itself.
    explicit ChangeLedger(ScopeOf scopeOf = {})
        : m_scopeOf(std::move(scopeOf))
    {}

    /// Counts an event. Lists, what was there at the first look, and that a server forgets a Kubernetes Event are no
    /// changes.
    void note(const Entry &entry);
    /// Null for an object that has not changed since it is watched.
    const ChangeRecord *find(WatchId watch, const Object &object) const;

private:
    using Records = Parted<std::unordered_map<std::string, ChangeRecord>>;

    std::string keyOf(WatchId watch, const Object &object) const;
    ChangeRecord &recordOf(const std::string &key);
    void forgetSome();

    ScopeOf m_scopeOf;
    Records m_recent;
    Records m_earlier;   ///< what has not changed since m_recent was begun
    Records m_forgotten; ///< goes bit by bit: so many at once take longer than a frame
};

/// The field manager's entry that is the newest; nothing when none is dated. It sees what the object holds.
std::optional<ManagedFields> newestManager(const Object &object);

} // namespace wk
