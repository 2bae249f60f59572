// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/responsereader.h"

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace wk {

namespace {

namespace http = boost::beast::http;

using boost::beast::error_code;
using boost::beast::string_view;

constexpr int FirstFinal = 200;
constexpr std::size_t SizeDigits = 16;
/// What is put behind a line that was cut: more would be copied for nothing.
constexpr qsizetype TopUp = 256;

QByteArray bytesOf(string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

boost::asio::const_buffer bufferOf(QByteArrayView bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

/// Beast waits for more where a line ends in LF alone.
bool hasBareLineFeed(QByteArrayView bytes)
{
    for (qsizetype at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) {
        if (at == 0 || bytes[at - 1] != '\r')
            return true;
    }
    return false;
}

bool isLastChunks(QByteArrayView line)
{
    const auto behind = std::ranges::find_if(line, [](char digit) { return digit != '0'; });
    const bool isEnd = behind == line.end() || *behind == ';' || *behind == ' ' || *behind == '\t';
    return behind != line.begin() && isEnd;
}

} // namespace

QByteArray ResponseHead::field(QByteArrayView name) const
{
    const auto found = std::ranges::find(fields, name, [](const auto &field) { return QByteArrayView(field.first); });
    return found == fields.end() ? QByteArray() : found->second;
}

/// Hands over the body where it lies.
class ResponseReader::Parser : public http::basic_parser<false>
{
public:
    explicit Parser(ResponseSink &sink)
        : m_sink(sink)
    {
        header_limit(std::numeric_limits<std::uint32_t>::max()); // of a part that is there whole
        body_limit(std::numeric_limits<std::uint64_t>::max());   // whoever takes it counts
    }

    ResponseHead head;
    bool isInterim() const { return head.status < FirstFinal; }
    /// Before a chunk's line, or behind the end of the last one's.
    bool isBetweenChunks() const { return chunked() && m_chunkLeft == 0; }
    bool hasChunk() const { return m_hasChunk; }

private:
    void on_request_impl(http::verb, string_view, string_view, int, error_code &) override {}
    void on_response_impl(int code, string_view, int, error_code &ec) override
    {
        head.status = code;
        if (code < 100 || code == static_cast<int>(http::status::switching_protocols)) // which nobody asked for
            ec = http::error::bad_status;
    }
    void on_field_impl(http::field field, string_view name, string_view value, error_code &ec) override
    {
        if (m_isHeadRead) // before Boost 1.90
            return passTrailer(name, value, ec);
        if (field == http::field::transfer_encoding && !boost::beast::iequals(value, "chunked"))
            ec = http::error::bad_transfer_encoding;
        head.fields.emplace_back(bytesOf(name).toLower(), bytesOf(value));
    }
    void on_header_impl(error_code &) override { m_isHeadRead = true; }
    void on_body_init_impl(boost::optional<std::uint64_t> const &, error_code &) override {}
    std::size_t on_body_impl(string_view body, error_code &) override
    {
        m_sink.bodyRead({body.data(), static_cast<qsizetype>(body.size())});
        return body.size();
    }
    void on_chunk_header_impl(std::uint64_t size, string_view extensions, error_code &ec) override
    {
        m_hasChunk = true;
        m_chunkLeft = size;
        if (extensions.size() > ExtensionBytes)
            ec = http::error::header_limit;
        else if (extensions.find('\n') != string_view::npos) // within quotes, where Beast takes any byte
            ec = http::error::bad_chunk_extension;
    }
    std::size_t on_chunk_body_impl(std::uint64_t, string_view body, error_code &ec) override
    {
        m_chunkLeft -= body.size();
        return on_body_impl(body, ec);
    }
    void on_finish_impl(error_code &) override {}
#if BOOST_VERSION >= 109000
    void on_trailer_field_impl(http::field, string_view name, string_view value, error_code &ec) override
    {
        passTrailer(name, value, ec);
    }
#endif

    void passTrailer(string_view name, string_view value, error_code &ec)
    {
        m_trailerBytes += name.size() + value.size() + Separators;
        if (m_trailerBytes > TrailerBytes)
            ec = http::error::header_limit;
    }

    static constexpr std::size_t Separators = std::string_view(": \r\n").size();

    ResponseSink &m_sink;
    std::uint64_t m_chunkLeft = 0;
    std::size_t m_trailerBytes = 0;
    bool m_isHeadRead = false;
    bool m_hasChunk = false;
};

ResponseReader::ResponseReader(ResponseSink &sink)
    : m_sink(sink)
    , m_parser(std::make_unique<Parser>(sink))
{}

ResponseReader::~ResponseReader() = default;

void ResponseReader::refuse(ResponseFault fault)
{
    m_fault = fault;
    m_left.clear();
}

bool ResponseReader::canFollow() const
{
    return m_isComplete && !m_hasMore && m_parser->keep_alive();
}

bool ResponseReader::read(QByteArrayView bytes)
{
    m_hasBegun = m_hasBegun || !bytes.isEmpty();
    while (!bytes.isEmpty() && !isOver()) {
        if (!m_isHeadRead) {
            bytes = readHead(bytes);
        } else if (m_left.isEmpty()) {
            const QByteArrayView rest = readBody(bytes);
            m_left = rest.toByteArray();
            bytes = {};
        } else {
            const qsizetype more = std::min(bytes.size(), TopUp);
            const QByteArray line = std::exchange(m_left, {}) + bytes.first(more);
            m_left = readBody(line).toByteArray();
            bytes = bytes.sliced(more);
        }
    }
    m_hasMore = m_hasMore || (m_isComplete && !bytes.isEmpty());
    return !isOver();
}

/// Returns what is behind the head, if its end has come.
QByteArrayView ResponseReader::readHead(QByteArrayView bytes)
{
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (++m_headBytes > HeadBytes || ++m_lineBytes > LineBytes) {
            refuse(ResponseFault::HeadTooLarge);
            return {};
        }
        const bool isAfterReturn = m_left.endsWith('\r');
        m_left += bytes[i];
        if (bytes[i] != '\n')
            continue;
        if (!isAfterReturn || ++m_headLines > HeadLines) {
            refuse(isAfterReturn ? ResponseFault::HeadTooLarge : ResponseFault::NoHttp);
            return {};
        }
        if (std::exchange(m_lineBytes, 0) == 2) {
            takeHead();
            return bytes.sliced(i + 1);
        }
    }
    return {};
}

void ResponseReader::takeHead()
{
    error_code fault;
    const QByteArray head = std::exchange(m_left, {});
    m_parser->put(bufferOf(head), fault);
    if (fault || !m_parser->is_header_done())
        return refuse(ResponseFault::NoHttp);
    m_headBytes = 0;
    m_headLines = 0;
    if (m_parser->isInterim()) {
        m_parser = std::make_unique<Parser>(m_sink);
        return;
    }
    m_isHeadRead = true;
    m_isComplete = m_parser->is_done();
    m_sink.headRead(m_parser->head);
}

/// Returns what waits for more.
QByteArrayView ResponseReader::readBody(QByteArrayView bytes)
{
    while (!bytes.isEmpty() && !isOver()) {
        const QByteArrayView part = m_parser->isBetweenChunks() ? lineOf(bytes) : bytes;
        if (part.isEmpty())
            break;
        error_code fault; // that more is needed, too: of a line that is there whole
        bytes = bytes.sliced(static_cast<qsizetype>(m_parser->put(bufferOf(part), fault)));
        m_isComplete = m_parser->is_done();
        if (fault)
            refuse(fault == http::error::header_limit ? ResponseFault::ChunkTooLarge : ResponseFault::BadFraming);
    }
    m_hasMore = m_isComplete && !bytes.isEmpty();
    return isOver() ? QByteArrayView() : bytes;
}

/// The line before a chunk with the end of the chunk before, and of the last chunk all that comes behind it. Nothing
/// when it is not all there: Beast's versions differ in what they do with a part of it, and in their bounds.
QByteArrayView ResponseReader::lineOf(QByteArrayView bytes)
{
    constexpr qsizetype LineEnd = 2;
    const qsizetype line = m_parser->hasChunk() ? LineEnd : 0;
    const qsizetype lineEnd = bytes.indexOf("\r\n", line);
    const bool isLast = lineEnd >= 0 && isLastChunks(bytes.sliced(line, lineEnd - line));
    const qsizetype end = isLast ? bytes.indexOf("\r\n\r\n", lineEnd) : lineEnd;
    if (end >= 0)
        return bytes.first(end + (isLast ? 2 * LineEnd : LineEnd));
    constexpr std::size_t MostOfLine = 2 * LineEnd + SizeDigits + ExtensionBytes;
    if (static_cast<std::size_t>(bytes.size()) > (isLast ? MostOfLine + TrailerBytes : MostOfLine))
        refuse(ResponseFault::ChunkTooLarge);
    else if (hasBareLineFeed(bytes) || (line > 0 && bytes.size() >= line && !bytes.startsWith("\r\n")))
        refuse(ResponseFault::BadFraming);
    return {};
}

void ResponseReader::end()
{
    if (isOver())
        return;
    error_code fault = http::error::partial_message;
    if (m_isHeadRead)
        m_parser->put_eof(fault);
    m_isComplete = !fault;
    if (fault)
        refuse(ResponseFault::Truncated);
}

} // namespace wk
