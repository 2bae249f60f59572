// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/informer/heldstate.h"
#include "core/informer/watchnumbers.h"
#include "core/source/watchscope.h"

#include <optional>
#include <vector>

namespace wk {

/// Who is told everything that watches report, in the order in which they do: of each watch first that it was opened,
/// then its entries, last that it was closed. Several sessions may tell one sink, which is why it names their watches.
/// Called in the watches' own thread; a sink that has no room lets its caller wait, and with it the server.
///
/// A sink that remembers what was watched before lets that go on: it gives the watch of the same scope its number
/// again, and what it held.
class WatchSink
{
public:
    virtual ~WatchSink() = default;

    /// Any thread.
    WatchNumbers &numbers() { return m_numbers; }

    /// How the next watch of a scope is called; that of an earlier one which goes on, as long as nobody else has been
    /// given it: who was given one has it until closed(). The cluster is empty while it is not known. Any thread.
    virtual WatchId numberFor(const ClusterId &, const WatchScope &) { return m_numbers.next(); }
    /// What a watch held that goes on; nothing for a new one. Asked before opened(), in the watch's thread.
    virtual std::optional<HeldState> held(WatchId) { return {}; }

    virtual void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) = 0;
    virtual void told(const std::vector<EntryPtr> &entries) = 0;
    /// Since when no stream is open, or none that is believed: should nothing more be told, what its objects did is known
    /// until then. Nothing: there is one again. The same may be said again.
    virtual void broke(WatchId, std::optional<WallTime>) {}
    /// What its objects do from that time on is not known; when it broke, of one that was broken.
    virtual void closed(WatchId watch, WallTime time) = 0;

private:
    WatchNumbers m_numbers;
};

} // namespace wk
