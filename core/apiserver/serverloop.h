// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/httpsession.h"
#include "core/base/result.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace boost::asio::ssl {
class context;
}

namespace wk::apiserver {

/// Accepts connections and serves them, in one thread of its own. Built, started and stopped in the owner's
/// thread, as often as he likes.
class ServerLoop
{
public:
    static constexpr std::size_t MaxConnections = 1024; ///< S26

    ServerLoop();
    /// Stops.
    ~ServerLoop();

    /// Binds; errors: Refused with the system's words. The port that was given follows from localPort().
    Result<> listen(const std::string &address, unsigned short port);
    unsigned short localPort() const;
    /// Serves from now on. Without `tls`: plain HTTP. What answers wait for is waited for by so many `waiters`; without
    /// one, nobody waits.
    void run(std::unique_ptr<SessionShared> shared, std::unique_ptr<boost::asio::ssl::context> tls, int waiters);
    /// Cuts every connection and returns when the thread has ended.
    void stop();
    /// Something was written: every watch and every wait looks for itself. Any thread.
    void wakeAll();

private:
    void accept();
    void accepted(boost::system::error_code error, boost::asio::ip::tcp::socket socket);
    void eachSession(void (HttpSession::*what)());

    boost::asio::io_context m_io;
    boost::asio::ip::tcp::acceptor m_acceptor;
    boost::asio::steady_timer m_pause;
    std::unique_ptr<boost::asio::ssl::context> m_tls;
    std::unique_ptr<SessionShared> m_shared;
    std::vector<std::weak_ptr<HttpSession>> m_sessions;
    std::atomic<bool> m_wakes = false;
    std::unique_ptr<boost::asio::thread_pool> m_waiters;
    std::thread m_thread;
};

} // namespace wk::apiserver
