// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/resource/changes.h"
#include "core/resource/object.h"
#include "core/source/listerwatcher.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Names a watch among all that one WatchSink is told of, or else within a ClusterSession; 0 is none. See WatchNumbers.
using WatchId = std::uint32_t;

/// What a row of the stream is about. The first five are the wire's own; the rest is what the watcher knows of its own
/// health.
enum class EntryType : std::uint8_t { Added, Modified, Deleted, Bookmark, Error, List, Relist, Reconnect, Gap };

/// What an event of the wire is in the stream.
EntryType entryType(EventType type);

/// How an entry came to us. An inferred one was never seen: it is the difference between a relist and the store.
/// Source: list-watch contract, 1.1.
enum class EntryClass : std::uint8_t { Live, Resumed, Initial, Inferred, Replayed };

/// From when to when, and between which versions, changes may have passed unseen. From lostFrom() on nothing came that
/// happened. Between `since` and then a stream was open and all that came on it was told; but nothing did, and whether
/// something had happened that was still on its way when the stream broke nobody can say.
struct Gap {
    /// The beginning of the reason where no watch was open, as between two runs of a program. Its words are the
    /// window's.
    static constexpr std::string_view NotWatched = "not watched";

    ResourceVersion from;
    ResourceVersion to; ///< empty until the relist has answered
    WallTime since{};   ///< when the watch last knew of all that had happened
    std::string reason; ///< "410 Expired", …: English, for people
    WallTime broke{};   ///< when the stream broke that was open since then; none was where it is no later

    WallTime lostFrom() const { return std::max(since, broke); }
    bool isDoubtfulAtFirst() const { return lostFrom() > since; }
    bool isNotWatched() const { return reason.starts_with(NotWatched); }
};

/// What a relist found: how many objects there are, and how that differs from what was held before.
struct RelistCounts {
    std::uint32_t listed = 0;
    std::uint32_t added = 0;
    std::uint32_t modified = 0;
    std::uint32_t deleted = 0;

    bool operator==(const RelistCounts &) const = default;
};

using ObjectList = std::shared_ptr<const std::vector<ObjectPtr>>;

/// One thing that a watch reported, as the stream shows it. Immutable; crosses threads as EntryPtr. What is set:
///   Added Modified Deleted  object, version, changes; previous when there was one (a deletion's is the last state
///   held)
///   Bookmark                version
///   Error                   error
///   List                    objects (the full state, which replaces whatever a view holds), version, columns, took;
///                           of class Replayed it is no news, only the state told again: to one who joined late,
///                           or under other columns than before
///   Relist                  version, columns, took, found; the inferred entries that follow hold the difference
///   Reconnect               version it goes on from; error that broke the stream, or kind Cancelled for an orderly
///                           end; broke
///   Gap                     gap
struct Entry {
    WatchId watch = 0;
    EntryType type = EntryType::Error;
    EntryClass origin = EntryClass::Live;
    WallTime arrived{};
    ResourceVersion version;
    ObjectPtr object;
    ObjectPtr previous;
    ChangesPtr changes;
    ObjectList objects;
    Columns columns;
    Error error;
    Gap gap;
    WallTime broke{}; ///< since when no stream was open
    RelistCounts found;
    /// Of a Deleted under a selector: nobody says whether the object was deleted or has left the filter (C26).
    bool mayHaveLeftFilter = false;
    std::chrono::milliseconds took{0};
    std::size_t wireBytes = 0;
    std::string line{}; ///< of a Bookmark and an Error, as it came; may be empty, see WatchEvent
};
using EntryPtr = std::shared_ptr<const Entry>;

/// Whether it tells that an object has changed. What was there at the first look has not.
bool isChange(const Entry &entry);
/// What of a change people look for.
enum class Notability : std::uint8_t {
    None,      ///< counters that follow (observedGeneration, updatedReplicas), heartbeats
    Readiness, ///< only that it is ready or is not, as it may be because of what was wanted of it before
    State,     ///< its phase, that a container is ready or was restarted, labels, that it has gone, what nobody saw
    Wish,      ///< that it was made, what is wanted of it: readiness may follow from that
};
Notability notabilityOf(const Entry &entry);

/// "ADDED", …, "GAP": the words of the wire and of the filter language.
const char *typeName(EntryType type);
/// An object of a first list was there and did not come: a row of its own in the stream, of type ADDED by the wire.
constexpr bool isListed(EntryType type, EntryClass origin)
{
    return type == EntryType::Added && origin == EntryClass::Initial;
}
/// The type as a row of the stream has it, and filters and facets with it: "LISTED" for what isListed(), else
/// typeName().
const char *rowTypeName(EntryType type, EntryClass origin);
/// "live", "resumed", "initial", "inferred", "replayed".
const char *className(EntryClass origin);

} // namespace wk
