// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/serverloop.h"

#include "core/base/giveway.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

constexpr std::chrono::milliseconds OutOfFiles{100}; ///< how long to leave the door closed when accept() fails

} // namespace

ServerLoop::ServerLoop()
    : m_acceptor(m_io)
    , m_pause(m_io)
{}

ServerLoop::~ServerLoop()
{
    stop();
}

Result<> ServerLoop::listen(const std::string &address, unsigned short port)
{
    boost::system::error_code error;
    const auto ip = asio::ip::make_address(address, error);
    const tcp::endpoint endpoint(ip, port);
    if (!error)
        m_acceptor.open(endpoint.protocol(), error);
    if (!error)
        m_acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error)
        m_acceptor.bind(endpoint, error);
    if (!error)
        m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error)
        return success();
    boost::system::error_code ignored;
    m_acceptor.close(ignored);
    return Error{
        .kind = ErrorKind::ListenFailed, .text = error.message(), .place = address + ":" + std::to_string(port)};
}

unsigned short ServerLoop::localPort() const
{
    boost::system::error_code ignored;
    return m_acceptor.local_endpoint(ignored).port();
}

void ServerLoop::run(std::unique_ptr<SessionShared> shared, std::unique_ptr<asio::ssl::context> tls, int waiters)
{
    m_shared = std::move(shared);
    if (waiters > 0)
        m_waiters = std::make_unique<asio::thread_pool>(waiters);
    m_shared->waiters = m_waiters.get();
    m_tls = std::move(tls);
    m_io.restart();
    accept();
    m_thread = std::thread([this] {
        giveWayToTheWindow();
        m_io.run();
    });
}

void ServerLoop::stop()
{
    if (!m_thread.joinable())
        return;
    asio::post(m_io, [this] {
        boost::system::error_code ignored;
        m_acceptor.close(ignored);
        m_pause.cancel();
        eachSession(&HttpSession::close);
    });
    if (m_waiters)
        m_waiters->join();
    // What was cancelled runs out; then nothing is left to wait for and the thread ends.
    m_thread.join();
    m_waiters.reset();
    m_sessions.clear();
}

void ServerLoop::wakeAll()
{
    if (m_wakes.exchange(true))
        return;
    asio::post(m_io, [this] {
        m_wakes = false;
        eachSession(&HttpSession::wake);
    });
}

void ServerLoop::accept()
{
    m_acceptor.async_accept([this](boost::system::error_code error, tcp::socket socket) {
        if (m_acceptor.is_open())
            accepted(error, std::move(socket));
    });
}

void ServerLoop::accepted(boost::system::error_code error, tcp::socket socket)
{
    if (error) {
        m_pause.expires_after(OutOfFiles);
        m_pause.async_wait([this](boost::system::error_code cancelled) {
            if (!cancelled)
                accept();
        });
        return;
    }
    std::erase_if(m_sessions, [](const auto &session) { return session.expired(); });
    if (m_sessions.size() < MaxConnections) {
        const auto session = std::make_shared<HttpSession>(Wire::make(std::move(socket), m_tls.get()), m_io, *m_shared);
        m_sessions.push_back(session);
        session->start();
    }
    accept();
}

void ServerLoop::eachSession(void (HttpSession::*what)())
{
    // A session may end, and new ones come only between two handlers: the list does not change meanwhile.
    for (const auto &weak : m_sessions) {
        if (const auto session = weak.lock())
            (session.get()->*what)();
    }
}

} // namespace wk::apiserver
