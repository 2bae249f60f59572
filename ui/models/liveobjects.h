// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parted.h"
#include "core/informer/batch.h"
#include "ui/models/windowstate.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wk {

/// What is known of an object by its name.
struct KnownObject {
    ObjectPtr object;                  ///< the newest revision; of a deleted object the last
    WatchId watch = 0;                 ///< that brought it
    std::optional<WallTime> deletedAt; ///< when the deletion arrived
    Columns columns{};                 ///< of its cells, where they may be others than the watch's newest
};

/// The newest revision of every object that the window's watches have brought, and of those deleted lately.
/// Gui thread. A list is kept as it came and what followed it beside it: a list of 150,000 objects costs a
/// pointer, and only the look-up of an object that has not changed since walks through it, once.
class LiveObjects
{
public:
    /// How many deleted objects a watch remembers.
    static constexpr std::size_t DeletedKept = 1000;

    void apply(const Batch &batch);
    void applyEntry(const Entry &entry);
    /// Forgets a watch that was closed.
    void forget(WatchId watch);

    /// The object of that name in one watch. A deleted one only while no other of its name lives.
    std::optional<KnownObject> find(WatchId watch, const std::string &ns, const std::string &name);
    /// Calls `visit` for each live object of a watch, in no order.
    void forEach(WatchId watch, const std::function<void(const ObjectPtr &)> &visit) const;

    /// The columns of a watch; null before its first list.
    Columns columnsOf(WatchId watch) const;
    /// Null before the watch has told.
    const WatchStatus *statusOf(WatchId watch) const;

private:
    struct Shelf {
        ObjectList list; ///< what the newest List entry held
        Parted<std::unordered_map<std::string, KnownObject>>
            since;                       ///< by objectKey(): what followed it, and what was looked up
        std::deque<std::string> deleted; ///< keys, oldest first
        std::size_t tombstones = 0;      ///< of `since`: deleted, and no longer remembered
        Columns columns;
        std::optional<WatchStatus> status;
    };

    static std::string know(Shelf &shelf, KnownObject known);
    static void remove(Shelf &shelf, const Entry &entry);
    static void compact(Shelf &shelf);
    static void forgetSince(Shelf &shelf);
    static void forEachIn(const Shelf &shelf, const std::function<void(const ObjectPtr &)> &visit);

    std::map<WatchId, Shelf> m_shelves;
};

/// The watch through which such an object would be seen: of its resource, all namespaces or its own, without
/// selectors before one with. 0 when none of them is open.
WatchId watchFor(const ObjectRef &ref, const std::vector<std::pair<WatchId, WatchScope>> &open);

} // namespace wk
