// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/resource/changes.h"
#include "core/resource/object.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// Options of one LIST call, or of the GET of one object, which is a list of it alone. Source: metav1.ListOptions.
struct ListOptions {
    int limit = 0;             ///< 0: all in one answer
    std::string continueToken; ///< of the page before; never sent together with a resourceVersion
    /// Not 0: a watch from the list's version, of this timeout, comes next. A source may open it at once and make the
    /// list of its initial events, if that is asked for whole.
    std::chrono::seconds watchTimeout{0};
    /// Not empty: that object and no other, which takes no right to list; NotFound when there is none. The page's
    /// version is the object's own, from which nobody should watch. For a scope without selectors, within one
    /// namespace or of a cluster-scoped kind, and a name that isPathName().
    std::string name{};
};

/// One page of a LIST.
struct ListPage {
    ResourceVersion version;
    std::string continueToken; ///< empty on the last page
    std::optional<std::int64_t> remaining;
    Columns columns; ///< null when the source serves no Table
    std::vector<ObjectPtr> objects;
    std::size_t wireBytes = 0;
};

/// Options of one WATCH call. Bookmarks are always asked for.
struct WatchOptions {
    ResourceVersion from;           ///< events after this version are sent
    std::chrono::seconds timeout{}; ///< the server closes the stream cleanly after this
};

enum class EventType : std::uint8_t { Added, Modified, Deleted, Bookmark, Error };

/// Of an event without a body, in bytes; a server's own are a hundredth of that.
constexpr std::size_t LineKept = 64 * limits::KiB;

/// One event of a watch.
struct WatchEvent {
    EventType type = EventType::Error;
    ObjectPtr object;         ///< null for Bookmark and Error
    ResourceVersion version;  ///< the object's or the bookmark's; empty when the server sent none
    Columns columns;          ///< set when this event brought column definitions, or came without a row
    Error error;              ///< of an Error event
    bool endsInitial = false; ///< a Bookmark behind the last of the initial events (C13)
    /// Of a Bookmark and an Error, as it came; bodies have those of objects. Empty when it is beyond LineKept, or when
    /// the source has no such lines.
    std::string line{};
    std::size_t wireBytes = 0;
    /// What differs from an earlier body, if that was at hand when this came: all but the managers, which are for
    /// whoever knows the objects. Else null.
    std::shared_ptr<Changes> difference{};
    Body comparedWith{};
};

/// Hears what a ListerWatcher finds. One call is under way at a time; each ends with exactly one of listed(), failed()
/// or ended().
class SourceObserver
{
public:
    virtual ~SourceObserver() = default;
    virtual void listed(ListPage page) = 0;
    /// So many objects of the page under way have come.
    virtual void listing(std::size_t) {}
    /// These are among them, unless one of them is told again, or has gone, before the page has come. `columns` are set
    /// when they came with them.
    virtual void arriving(const Columns &, const std::vector<ObjectPtr> &) {}
    /// The watch's head has arrived: the server accepts to watch from there.
    virtual void watchOpened() = 0;
    /// In the order of the wire. A batch is what one read of the socket held.
    virtual void eventsArrived(std::vector<WatchEvent> events) = 0;
    /// The watch is over: without an error when the server closed it in order; BrokenFrame, ConnectionLost, …
    /// otherwise.
    virtual void watchEnded(std::optional<Error> error) = 0;
    /// The LIST could not be had.
    virtual void listFailed(Error error) = 0;
};

/// Lists a resource and watches it from there: made from client, resource, namespace and selectors; where the objects
/// come from (an API server, etcd, a recording) is the implementation's affair. Worker thread; the observer is called
/// in the same thread, never from inside list(), watch() or stop(). Source: client-go tools/cache/listwatch.go.
class ListerWatcher
{
public:
    virtual ~ListerWatcher() = default;
    virtual void setObserver(SourceObserver *observer) = 0;
    /// Whether it offers watch() at all.
    virtual bool canWatch() const { return true; }
    /// Whether several events may have one version, as those of one transaction in etcd have; and as another history's
    /// have, which is there after a restore and may have got beyond what was seen.
    virtual bool sharesVersions() const { return false; }
    virtual void list(const ListOptions &options) = 0;
    virtual void watch(const WatchOptions &options) = 0;
    /// Ends the call under way; the observer hears no more of it.
    virtual void stop() = 0;
};

} // namespace wk
