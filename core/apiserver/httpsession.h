// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/failpoints.h"
#include "core/apiserver/requestreader.h"
#include "core/apiserver/responsetext.h"
#include "core/apiserver/router.h"
#include "core/apiserver/wire.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <memory>
#include <random>

namespace wk::apiserver {

/// How long a connection may keep us waiting.
struct SessionTimes {
    std::chrono::milliseconds head{5'000}; ///< for a head to come whole (S26), for the handshake, for the first byte
    std::chrono::milliseconds body{30'000};
    std::chrono::milliseconds idle{300'000}; ///< between requests
    std::chrono::milliseconds write{60'000}; ///< for an answer to be taken; a watch has its queue's bound instead
};

/// What all sessions share.
struct SessionShared {
    Router &router;
    const Clock &clock;
    Gate gate;
    SessionTimes times;
    Failpoints *failpoints = nullptr; ///< a test's
    /// Where requests wait for whoever keeps the objects; null where nobody waits.
    boost::asio::thread_pool *waiters = nullptr;
    std::mt19937_64 random{std::random_device{}()};
};

/// One connection, from its first byte to its last: requests one after the other, each answered, waited for
/// or streamed.
///
///     handshake -> reading -> answering -> reading …
///                         \-> waiting for a revision -> answering
///                         \-> streaming -> reading
///
/// Server thread. Owned by its own handlers: it is gone when the connection is.
class HttpSession : public std::enable_shared_from_this<HttpSession>
{
public:
    HttpSession(std::shared_ptr<Wire> wire, boost::asio::io_context &io, SessionShared &shared);

    void start();
    /// Something was written to the storage.
    void wake();
    /// Cuts the connection.
    void close();

    bool isOpen() const { return m_phase != Phase::Closed; }

private:
    enum class Phase { Reading, Answering, Waiting, Streaming, Leaving, Silent, Closed };

    void read();
    void readSome();
    void bytesArrived(std::size_t count);
    void dispatch(bool hasWaited);
    Response respond(bool hasWaited);
    void respondLater(bool hasWaited);
    void carryOn(Response response);
    void wait(std::uint64_t revision);
    void answer(Reply reply);
    void openStream(std::unique_ptr<WatchStream> stream);
    void pump();
    using Next = void (HttpSession::*)();
    void write(std::string bytes, Next then);
    void send(Part part, std::string bytes, Next then);
    void carryOut(Deed deed, std::string bytes, Next then);
    void drip(std::string bytes, std::chrono::milliseconds pace, Next then);
    void reset();
    void end(void (Wire::*how)());
    void fallSilent();
    void written();
    void leave();
    void setTimer(std::chrono::milliseconds delay, void (HttpSession::*ring)());
    void compress(Reply &reply) const;
    Envelope envelope(bool closes);

    const std::shared_ptr<Wire> m_wire;
    boost::asio::steady_timer m_timer;
    boost::asio::steady_timer m_pacer; ///< of a drip
    SessionShared &m_shared;
    RequestReader m_reader;
    std::string m_chunk;  ///< what the read under way fills
    std::string m_unread; ///< arrived, not yet taken by the reader
    Phase m_phase = Phase::Reading;
    bool m_isReading = false;
    bool m_isWriting = false;
    bool m_keepsAlive = true;
    bool m_isFresh = true; ///< nothing was asked yet
    Request m_request;
    Gate::Right m_right = Gate::Right::None;
    std::uint64_t m_awaited = 0;
    std::unique_ptr<WatchStream> m_stream;
};

} // namespace wk::apiserver
