// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/wire.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <string_view>

namespace wk::apiserver {

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

bool isPlainHttp(Wire::Error error)
{
    return error.category() == asio::error::get_ssl_category() && ERR_GET_REASON(error.value()) == SSL_R_HTTP_REQUEST;
}

/// In the words of Go's server, and on the socket itself: there is no TLS to speak through.
void tellPlainHttp(tcp::socket &socket)
{
    static constexpr std::string_view Words =
        "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";
    Wire::Error ignored;
    socket.non_blocking(true, ignored);
    socket.send(asio::buffer(Words), 0, ignored);
}

template <class Stream>
class StreamWire : public Wire, public std::enable_shared_from_this<StreamWire<Stream>>
{
public:
    template <class... Arguments>
    explicit StreamWire(Arguments &&...arguments)
        : m_stream(std::forward<Arguments>(arguments)...)
    {}

    void handshake(Done done) override
    {
        if constexpr (std::is_same_v<Stream, tcp::socket>)
            done({});
        else
            m_stream.async_handshake(asio::ssl::stream_base::server,
                                     guarded([this, done = std::move(done)](Error error) {
                                         if (isPlainHttp(error))
                                             tellPlainHttp(m_stream.next_layer());
                                         done(error);
                                     }));
    }

    void read(std::string &into, Read done) override
    {
        m_stream.async_read_some(asio::buffer(into), guarded(std::move(done)));
    }

    void write(std::string bytes, Done done) override
    {
        m_outgoing = std::move(bytes);
        asio::async_write(m_stream, asio::buffer(m_outgoing),
                          guarded([done = std::move(done)](Error error, std::size_t) { done(error); }));
    }

    void finish() override
    {
        Error ignored;
        m_stream.lowest_layer().shutdown(tcp::socket::shutdown_send, ignored);
    }

    void close() override
    {
        m_isOpen = false;
        Error ignored;
        m_stream.lowest_layer().shutdown(tcp::socket::shutdown_both, ignored);
        m_stream.lowest_layer().close(ignored);
    }

    void reset() override
    {
        Error ignored;
        m_stream.lowest_layer().set_option(asio::socket_base::linger(true, 0), ignored);
        m_isOpen = false;
        m_stream.lowest_layer().close(ignored);
    }

private:
    /// Keeps us alive until the handler has run, and silences it once we are closed.
    template <class Handler>
    auto guarded(Handler handler)
    {
        return [self = this->shared_from_this(), handler = std::move(handler)](auto... results) {
            if (self->m_isOpen)
                handler(results...);
        };
    }

    Stream m_stream;
    std::string m_outgoing;
    bool m_isOpen = true;
};

} // namespace

std::shared_ptr<Wire> Wire::make(tcp::socket socket, asio::ssl::context *tls)
{
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (tls)
        return std::make_shared<StreamWire<asio::ssl::stream<tcp::socket>>>(std::move(socket), *tls);
    return std::make_shared<StreamWire<tcp::socket>>(std::move(socket));
}

} // namespace wk::apiserver
