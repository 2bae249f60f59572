// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/requestreader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace wk::apiserver {

namespace http = boost::beast::http;

/// "0\r\n\r\n" is what a chunked body lacks at the least. Beast wants it whole: of a last chunk that comes in pieces
/// basic_parser::parse_chunk_header() asserts that it is (1.74).
constexpr std::size_t LastChunkBytes = 5;

struct RequestReader::Parser : http::request_parser<http::string_body> {
    Parser()
    {
        header_limit(HeadBytes);
        body_limit(BodyBytes);
        eager(true);
    }

    std::string field(http::field name) const { return std::string(get()[name]); }
};

RequestReader::RequestReader()
    : m_parser(std::make_unique<Parser>())
{}

RequestReader::~RequestReader() = default;

void RequestReader::restart()
{
    m_parser = std::make_unique<Parser>();
    m_state = State::Empty;
    m_expectationSeen = false;
}

RequestReader::State RequestReader::feed(std::string &bytes)
{
    while (!bytes.empty() && m_state != State::Complete && m_state != State::Broken) {
        const size_t before = bytes.size();
        m_state = step(bytes);
        if (bytes.size() == before)
            break;
    }
    return m_state;
}

RequestReader::State RequestReader::step(std::string &bytes)
{
    if (m_parser->is_header_done() && m_parser->chunked() && bytes.size() < LastChunkBytes)
        return State::Body;
    boost::system::error_code error;
    const size_t used = m_parser->put(boost::asio::buffer(std::as_const(bytes)), error);
    bytes.erase(0, used);
    if (error && error != http::error::need_more) {
        m_refusal = error == http::error::header_limit ? 431 : error == http::error::body_limit ? 413 : 400;
        return State::Broken;
    }
    // The parser asks for a whole head at a time: what does not fit into the limit by then never will.
    if (!m_parser->is_header_done() && bytes.size() > HeadBytes) {
        m_refusal = 431;
        return State::Broken;
    }
    // Who stands between might have gone by the other one (RFC 9112, 3.2).
    if (m_parser->is_header_done() && m_parser->get().count(http::field::host) > 1) {
        m_refusal = 400;
        return State::Broken;
    }
    if (m_parser->is_done())
        return State::Complete;
    return m_parser->is_header_done() ? State::Body : State::Head;
}

bool RequestReader::takeExpectation()
{
    if (m_state != State::Body || m_expectationSeen)
        return false;
    m_expectationSeen = true;
    return boost::beast::iequals(m_parser->field(http::field::expect), "100-continue");
}

Request RequestReader::request() const
{
    const auto &message = m_parser->get();
    const std::string target(message.target());
    const size_t question = target.find('?');
    Request request;
    request.method = std::string(message.method_string());
    request.path = target.substr(0, question);
    if (question != target.npos)
        request.query = Query::parse(std::string_view(target).substr(question + 1));
    request.accept = m_parser->field(http::field::accept);
    request.acceptEncoding = m_parser->field(http::field::accept_encoding);
    request.contentType = m_parser->field(http::field::content_type);
    request.userAgent = m_parser->field(http::field::user_agent);
    request.body = message.body();
    return request;
}

Credentials RequestReader::credentials() const
{
    const auto &message = m_parser->get();
    return {m_parser->field(http::field::host), message.count(http::field::origin) > 0,
            m_parser->field(http::field::authorization)};
}

bool RequestReader::keepsAlive() const
{
    return m_parser->get().keep_alive();
}

} // namespace wk::apiserver
