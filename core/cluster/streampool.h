// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/httpstream.h"
#include "core/cluster/transport.h"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace wk {

class StreamLease;

/// Waits for a stream.
class StreamGuest
{
public:
    virtual ~StreamGuest() = default;
    /// Called once, from inside join() or when another's stream is given back: do nothing long and call nobody.
    virtual void streamGranted(std::unique_ptr<StreamLease> lease) = 0;
};

/// Hands out connections: one that has served and is kept, or a new one, for each request its own. A watch always gets
/// one. Of the others so many are under way at once in each lane, first come, first served: what long lists hold is
/// bounded, and a server is not asked for a hundred documents in one moment. One thread.
class StreamPool
{
public:
    static constexpr int ListsAtOnce = 4;
    static constexpr int DocumentsAtOnce = 16; ///< of control, and as many of discovery
    static constexpr std::size_t MostKept = 8;
    static constexpr std::chrono::seconds KeptTime{90}; ///< as client-go keeps them

    StreamPool(Clock &clock, HttpStream::Way &way);
    ~StreamPool();
    StreamPool(const StreamPool &) = delete;
    StreamPool &operator=(const StreamPool &) = delete;

    void join(RequestLane lane, StreamGuest *guest);
    /// It wants none any more. Harmless if it does not wait.
    void leave(StreamGuest *guest);

    /// What comes next goes over new connections; those in use go when they are given back.
    void retireAll();
    /// Connections that are made, in use or kept.
    int count() const { return m_inUse + static_cast<int>(m_kept.size()); }

private:
    friend class StreamLease;
    struct Kept {
        std::unique_ptr<HttpStream> stream;
        Instant since{};
    };

    bool hasPlace(RequestLane lane) const;
    void grant(RequestLane lane);
    void release(RequestLane lane, std::unique_ptr<HttpStream> stream, int generation);
    void keep(std::unique_ptr<HttpStream> stream);
    void forget(HttpStream *stream);
    void dismiss(std::unique_ptr<HttpStream> stream);
    void dropOld();

    Clock &m_clock;
    HttpStream::Way &m_way;
    SystemClock m_machine; ///< of the turns, which are no waiting that a test turns
    HandshakeTurns m_turns{m_machine};
    std::map<RequestLane, int> m_busy;
    std::map<RequestLane, std::deque<StreamGuest *>> m_waiting;
    std::vector<Kept> m_kept; ///< the one that was used last is the last
    QObject m_dismissed;      ///< the parent of those that go
    int m_inUse = 0;
    int m_generation = 0;
    Clock::Alarm m_sweep;
};

/// A stream of one's own; its destructor stops it and gives it back. Must not outlive its pool.
class StreamLease
{
public:
    StreamLease(StreamPool &pool, RequestLane lane, std::unique_ptr<HttpStream> stream, int generation);
    ~StreamLease();
    StreamLease(const StreamLease &) = delete;
    StreamLease &operator=(const StreamLease &) = delete;

    HttpStream &stream() const { return *m_stream; }

private:
    StreamPool &m_pool;
    RequestLane m_lane;
    std::unique_ptr<HttpStream> m_stream;
    int m_generation;
};

} // namespace wk
