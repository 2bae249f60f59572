// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/responsereader.h"
#include "tests/contract/matrixcases.h"

/// Rows of the group H of the fault matrix that only a parser of HTTP meets: how an answer lies on the wire.
namespace wk::matrix::framing {

/// What is made of an answer: nothing is wrong, or what the user hears.
struct Verdict {
    bool isGood = false;
    ErrorKind kind = ErrorKind::BrokenFrame;
    WatchState ofList = WatchState::Waiting;
    WatchState ofWatch = WatchState::Resuming;
    const char *words = "";
};

inline constexpr Verdict Good{.isGood = true};
inline constexpr Verdict NoHttp{.kind = ErrorKind::NotKubernetes,
                                .ofList = WatchState::Misconfigured,
                                .ofWatch = WatchState::Misconfigured,
                                .words = "does not speak HTTP"};
inline constexpr Verdict TooLarge{.kind = ErrorKind::TooLarge, .words = "The head of the answer"};
inline constexpr Verdict Broken{.kind = ErrorKind::BrokenFrame, .words = "not in the pieces that HTTP says"};
inline constexpr Verdict Cut{.kind = ErrorKind::ConnectionLost,
                             .ofWatch = WatchState::Waiting, // it had not lived long
                             .words = "was cut in the middle of its answer"};

using Bytes = std::function<std::string(const std::string &body)>;

/// A row: it puts what the server has to say onto the wire in another way.
struct Framing {
    std::string name;
    Bytes head; ///< with its empty line
    Bytes body;
    Verdict verdict;
    std::optional<std::string> end{}; ///< behind the body; else a list's is the last chunk, and a watch has none yet
    Then then = Then::GoOn;           ///< most are found out although more could come
};

inline std::string hex(std::size_t number)
{
    char text[20];
    std::snprintf(text, sizeof text, "%zx", number);
    return text;
}

inline const std::string Ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
inline const std::string Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";
inline const std::string LastChunk = "0\r\n\r\n";

inline Bytes always(const std::string &head)
{
    return [head](const std::string &) { return head; };
}

inline std::string inChunks(const std::string &body)
{
    return chunk(body);
}

/// The first half in a chunk as it should be, and the second in another way.
inline Bytes secondHalf(const Bytes &other)
{
    return [other](const std::string &body) {
        return chunk(body.substr(0, body.size() / 2)) + other(body.substr(body.size() / 2));
    };
}

/// A chunk whose line is `before`, the size and `behind`.
inline Bytes lineOf(const std::string &before, const std::string &behind)
{
    return secondHalf(
        [=](const std::string &body) { return before + hex(body.size()) + behind + "\r\n" + body + "\r\n"; });
}

inline std::string sixteenDigits(std::size_t number)
{
    const std::string digits = hex(number);
    return std::string(16 - digits.size(), '0') + digits;
}

/// The line before a chunk, and what it says of the chunk.
inline std::vector<Framing> ofChunks()
{
    const auto row = [](const char *name, const Bytes &body, const Verdict &verdict) {
        return Framing{std::string("H22 ") + name, always(Chunked), body, verdict};
    };
    const auto cut = [](const char *name, const Bytes &body) {
        return Framing{std::string("H22 ") + name, always(Chunked), body, Cut, "", Then::Close};
    };
    const auto sized = [](const std::function<std::string(std::size_t)> &size) {
        return secondHalf([size](const std::string &body) { return size(body.size()) + "\r\n" + body + "\r\n"; });
    };
    const auto extended = [](std::size_t size) { return lineOf("", ";" + std::string(size - 1, 'x')); };
    return {
        row("a chunk of a size that is none", sized([](auto) { return "size"; }), Broken),
        row("a chunk of no size", sized([](auto) { return ""; }), Broken),
        row("a chunk of 2^64 and some bytes", sized([](auto size) { return "1" + sixteenDigits(size); }), Broken),
        row("a chunk's size with sixteen digits", sized(sixteenDigits), Good),
        row("a chunk of a size with a minus", lineOf("-", ""), Broken),
        row("a chunk of a size with a plus", lineOf("+", ""), Broken),
        row("a chunk of a size with 0x", lineOf("0x", ""), Broken),
        row("a chunk of two sizes", lineOf("", " 1"), Broken),
        row("a chunk that is longer than its size", sized([](auto size) { return hex(size - 40); }), Broken),
        cut("a chunk that is shorter than its size, then FIN",
            secondHalf([](const std::string &body) { return hex(body.size() + 40) + "\r\n" + body + "\r\n"; })),
        cut("a chunk without its end, then FIN",
            secondHalf([](const std::string &body) { return hex(body.size()) + "\r\n" + body; })),
        cut("chunks without the last, then FIN", inChunks),
        row("a chunk's extension at its bound", extended(ResponseReader::ExtensionBytes), Good),
        row("a chunk's extension a byte beyond its bound", extended(ResponseReader::ExtensionBytes + 1), Broken),
    };
}

/// A line that ends in LF alone. Behind it nothing comes by which anybody could tell later.
inline std::vector<Framing> ofLineFeeds()
{
    const auto inHead = [](const char *name, const std::string &head) {
        const Bytes nothing = always("");
        return Framing{std::string("H23 ") + name, always(head), nothing, NoHttp, ""};
    };
    const auto row = [](const char *name, const Bytes &body, const char *end = "") {
        return Framing{std::string("H23 ") + name, always(Chunked), body, Broken, end};
    };
    const auto behindSize = [](const std::string &extension) {
        return secondHalf([extension](const std::string &body) { return hex(body.size()) + extension + "\n" + body; });
    };
    std::string feeds = Chunked;
    std::erase(feeds, '\r');
    return {
        inHead("LF behind each line of the head", feeds),
        inHead("LF behind one line of the head", Ok + "X-Note: 1\nTransfer-Encoding: chunked\r\n"),
        inHead("LF in place of the empty line", Ok + "Transfer-Encoding: chunked\r\n\n"),
        row("LF behind a chunk's size", behindSize("")),
        row("LF behind a chunk's extension", behindSize(";x=1")),
        row("LF within a quoted extension", lineOf("", ";x=\"\n\"")),
        row("CRLF within a quoted extension", lineOf("", ";x=\"\r\n\"")),
        row("LF behind a chunk",
            secondHalf([](const std::string &body) { return hex(body.size()) + "\r\n" + body + "\n" + LastChunk; })),
        row("LF behind the last chunk's size", inChunks, "0\n\n"),
        row("LF behind a trailer", inChunks, "0\r\nX-Sum: 1\n\r\n"),
    };
}

/// What two readers could take for answers of different lengths.
inline std::vector<Framing> ofLengths()
{
    const auto lengths = [](const char *name, int first, int second) {
        return Framing{std::string("H24 ") + name,
                       [=](const std::string &body) {
                           const auto line = [&](int more) {
                               return "Content-Length: " + std::to_string(int(body.size()) + more) + "\r\n";
                           };
                           return Ok + line(first) + line(second) + "\r\n";
                       },
                       [](const std::string &body) { return body; }, NoHttp};
    };
    const auto row = [](const char *name, const std::string &fields, const Bytes &body = inChunks) {
        return Framing{std::string("H24 ") + name,
                       [fields](const std::string &body) {
                           std::string head = Ok + fields + "\r\n";
                           const std::size_t at = head.find("LENGTH");
                           return at == std::string::npos ? head : head.replace(at, 6, std::to_string(body.size()));
                       },
                       body, NoHttp};
    };
    return {
        lengths("two lengths, of which the first is right", 0, 10),
        lengths("two lengths, of which the second is right", -10, 0),
        row("a length of two numbers", "Content-Length: LENGTH, 10\r\n", [](const std::string &body) { return body; }),
        row("a length, and chunks", "Content-Length: LENGTH\r\nTransfer-Encoding: chunked\r\n"),
        row("chunks, and a length", "Transfer-Encoding: chunked\r\nContent-Length: LENGTH\r\n"),
        row("chunks of chunks", "Transfer-Encoding: chunked, chunked\r\n"),
        row("gzip below the chunks", "Transfer-Encoding: gzip, chunked\r\n"),
        row("gzip below the chunks, in a field of its own",
            "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
        row("another coding than chunks", "Transfer-Encoding: identity\r\n"),
    };
}

/// Answers before the answer.
inline std::vector<Framing> ofInterims()
{
    const auto row = [](const char *name, const std::string &before, const Verdict &verdict) {
        return Framing{std::string("H26 ") + name, always(before + Chunked), inChunks, verdict};
    };
    const std::string goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    const std::string hints = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n";
    return {
        row("100 Continue before the answer", goOn, Good),
        row("103 Early Hints before the answer", hints, Good),
        row("100 and 103, one after the other", goOn + hints + hints + goOn, Good),
        row("an interim answer with a length of its own", "HTTP/1.1 102 Processing\r\nContent-Length: 5\r\n\r\n", Good),
        row("101 Switching Protocols, which nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", NoHttp),
    };
}

/// A head of so many bytes.
inline std::string headOf(std::size_t size)
{
    const std::string end = "Transfer-Encoding: chunked\r\n\r\n";
    const auto line = [](std::size_t bytes) { return "X: " + std::string(bytes - 5, 'x') + "\r\n"; };
    constexpr std::size_t Usual = 10'000;
    std::string head = Ok;
    while (head.size() + 2 * Usual + end.size() < size)
        head += line(Usual);
    return head + line(size - head.size() - end.size()) + end;
}

/// What may be so large and no larger.
inline std::vector<Framing> ofBounds()
{
    const auto row = [](const char *name, const std::string &head, const Verdict &verdict) {
        return Framing{std::string("H29 ") + name, always(head), inChunks, verdict};
    };
    const auto lines = [](std::size_t count) {
        std::string head = Ok;
        for (std::size_t i = 4; i < count; ++i)
            head += "X: 1\r\n";
        return head + "Transfer-Encoding: chunked\r\n\r\n";
    };
    const auto line = [](std::size_t size) {
        return Ok + "X: " + std::string(size - 5, 'x') + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    };
    const auto trailers = [](const char *name, std::size_t size, const Verdict &verdict) {
        const std::string first = "X: " + std::string(size / 2 - 5, 'x') + "\r\n";
        const std::string second = "Y: " + std::string(size - first.size() - 5, 'y') + "\r\n";
        return Framing{std::string("H29 ") + name, always(Chunked), inChunks, verdict,
                       "0\r\n" + first + second + "\r\n"};
    };
    constexpr std::size_t Most = ResponseReader::HeadBytes;
    constexpr std::size_t MostOfLine = ResponseReader::LineBytes;
    constexpr std::size_t MostTrailers = ResponseReader::TrailerBytes;
    return {
        row("a head of 256 KiB", headOf(Most), Good),
        row("a head of 256 KiB and a byte", headOf(Most + 1), TooLarge),
        row("a line of 64 KiB in the head", line(MostOfLine), Good),
        row("a line of 64 KiB and a byte in the head", line(MostOfLine + 1), TooLarge),
        row("a head of a thousand lines", lines(ResponseReader::HeadLines), Good),
        row("a head of a thousand lines and one", lines(ResponseReader::HeadLines + 1), TooLarge),
        trailers("trailers of 64 KiB", MostTrailers, Good),
        trailers("trailers of 64 KiB and a byte", MostTrailers + 1, Broken),
    };
}

} // namespace wk::matrix::framing
