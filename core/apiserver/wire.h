// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace wk::apiserver {

/// One accepted connection, plain or TLS, and the only place that touches its socket: what a test wants to
/// break on the way (a reset, a cut, a drip) is broken here. Server thread. One read and one write may be
/// under way at a time; their handlers are not called after close().
class Wire
{
public:
    using Error = boost::system::error_code;
    using Done = std::function<void(Error)>;
    using Read = std::function<void(Error, std::size_t)>;

    /// Without a context: plain.
    static std::shared_ptr<Wire> make(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context *tls);
    virtual ~Wire() = default;

    /// At once when plain.
    virtual void handshake(Done done) = 0;
    /// Some bytes into `into`, which stays until then.
    virtual void read(std::string &into, Read done) = 0;
    /// All of `bytes`.
    virtual void write(std::string bytes, Done done) = 0;
    /// Nothing more will be written; what the client still sends can be read.
    virtual void finish() = 0;
    /// Ends the connection in order, as far as one side can.
    virtual void close() = 0;
    /// Ends it by RST.
    virtual void reset() = 0;
};

} // namespace wk::apiserver
