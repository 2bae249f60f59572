// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace wk {

/// The head of an answer, as it came.
struct ResponseHead {
    int status = 0;
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< names in lower case

    /// The first of that name; empty when there is none.
    QByteArray field(QByteArrayView name) const;
};

/// Why an answer cannot be read.
enum class ResponseFault : std::uint8_t {
    None,
    NoHttp,        ///< what came in a head's place is none
    HeadTooLarge,  ///< … is more than HeadBytes or HeadLines, or one of its lines is more than LineBytes
    BadFraming,    ///< what came behind the head contradicts it, or has no length that can be told
    ChunkTooLarge, ///< the line before a chunk, or what comes behind the last one
    Truncated,     ///< it ended in its middle
};

/// Hears what a ResponseReader finds: head() once, then body(). Either may call stop().
class ResponseSink
{
public:
    virtual ~ResponseSink() = default;
    virtual void headRead(const ResponseHead &head) = 0;
    /// Good for the call alone.
    virtual void bodyRead(QByteArrayView bytes) = 0;
};

/// Reads one HTTP/1.1 answer to a GET out of bytes, which may be cut anywhere: its head, and its body without the
/// frames of a chunked one. Interim answers (1xx) are passed over, for whose number time is the bound. What two readers
/// could understand differently is refused: two lengths, a length beside chunks, a bare LF, another transfer coding. It
/// holds no more than HeadBytes. One thread; reads no socket. Source: RFC 9112; the parser is Boost.Beast's.
class ResponseReader
{
public:
    static constexpr std::size_t HeadBytes = 256 * 1024;
    static constexpr std::size_t HeadLines = 1000;
    static constexpr std::size_t LineBytes = 64 * 1024;
    static constexpr std::size_t ExtensionBytes = 4 * 1024; ///< of a chunk
    static constexpr std::size_t TrailerBytes = 64 * 1024;  ///< of the lines behind the last chunk's

    explicit ResponseReader(ResponseSink &sink);
    ~ResponseReader();

    /// False when it is over, in order or not.
    bool read(QByteArrayView bytes);
    /// Nothing more will come.
    void end();
    /// The sink wants no more of it.
    void stop() { m_isStopped = true; }

    bool hasBegun() const { return m_hasBegun; }
    bool isComplete() const { return m_isComplete; }
    ResponseFault fault() const { return m_fault; }
    /// Whether the connection may carry another answer. Not when something came that nobody had asked for.
    bool canFollow() const;

private:
    class Parser;

    QByteArrayView readHead(QByteArrayView bytes);
    void takeHead();
    QByteArrayView readBody(QByteArrayView bytes);
    QByteArrayView lineOf(QByteArrayView bytes);
    bool isOver() const { return m_isStopped || m_isComplete || m_fault != ResponseFault::None; }
    void refuse(ResponseFault fault);

    ResponseSink &m_sink;
    std::unique_ptr<Parser> m_parser;
    QByteArray m_left; ///< of a head, or of the line before a chunk, while its end has not come
    std::size_t m_headBytes = 0;
    std::size_t m_headLines = 0;
    std::size_t m_lineBytes = 0;
    ResponseFault m_fault = ResponseFault::None;
    bool m_hasBegun = false;
    bool m_isHeadRead = false;
    bool m_isComplete = false;
    bool m_isStopped = false;
    bool m_hasMore = false; ///< behind the end of the answer
};

} // namespace wk
