// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listoptions.h"
#include "core/apiserver/selectors.h"
#include "core/apiserver/view.h"
#include "core/apiserver/watchhistory.h"
#include "core/base/clock.h"

namespace wk::apiserver {

/// One watch, from its first line to its last: a cursor in the watch cache that writes what one client asked
/// for. It does no I/O and reads no clock; whoever owns the connection asks for bytes when there is room for
/// them.
///
///     [wait for the version] -> what there is -> [end mark] -> live events and bookmarks -> over
///
/// One thread.
class WatchStream
{
public:
    struct Setup {
        View view;
        Selector selector;
        std::string nameSpace; ///< empty: all
        ListOptions options;
        std::chrono::milliseconds lifetime{0};
        std::chrono::milliseconds bookmarkInterval{60'000}; ///< kube-apiserver: one a minute
    };

    WatchStream(const Lister &lister, const WatchHistory &history, Setup setup, Instant now);

    /// The next lines, whole, about 64 KiB at most; empty when there is nothing to say at the moment. More
    /// may wait: ask until it is empty.
    std::string take(Instant now, WallTime wallNow);

    /// After take() was empty: nothing will come any more, the stream ends in order.
    bool isOver() const { return m_phase == Phase::Over; }

    /// When to ask again although nothing has changed.
    Instant nextTime() const;

    Instant deadline() const { return m_deadline; }

    /// Whether a connection that is stuck has fallen behind too far.
    bool isTooSlow() const { return m_phase == Phase::Live && m_history.isTooSlow(m_resource, m_position); }

    const std::string &resource() const { return m_resource; }

private:
    enum class Phase { Waiting, Initial, Live, Over };

    void begin();
    std::string takeWaiting(Instant now);
    std::string takeInitial(WallTime wallNow);
    std::string takeLive(Instant now, WallTime wallNow);
    std::string fail(const Status &status);
    void append(std::string &lines, const StorageEvent &event, WallTime wallNow);
    void appendEvent(std::string &lines, const char *type, const StoredObject &object, WallTime wallNow);
    bool isSelected(const StoredObject &object) const;
    void planBookmark(Instant now);

    const Lister &m_lister;
    const WatchHistory &m_history;
    const Setup m_setup;
    const std::string m_resource;
    const Instant m_deadline;
    const Instant m_patience; ///< until when a version yet to come is waited for
    Instant m_nextBookmark;
    Phase m_phase = Phase::Live;
    WatchPosition m_position;
    Listing m_initial;
    std::size_t m_sent = 0; ///< of m_initial
    bool m_isFirst = true;  ///< no line was written yet
    std::string m_last;     ///< an ERROR line to be sent before the end
};

} // namespace wk::apiserver
