// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/responsetext.h"

#include <zlib.h>

#include <array>
#include <cstdio>

namespace wk::apiserver {

namespace {

constexpr std::size_t ChunkBytes = 2048;

const char *reasonPhrase(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Request Entity Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Entity";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    default: return "Status";
    }
}

void appendChunk(std::string &text, std::string_view bytes)
{
    char size[24];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
    text += size;
    text += bytes;
    text += "\r\n";
}

void appendChunks(std::string &text, std::string_view bytes)
{
    while (!bytes.empty()) {
        appendChunk(text, bytes.substr(0, ChunkBytes));
        bytes.remove_prefix(std::min(bytes.size(), ChunkBytes));
    }
}

std::string head(int status, const std::string &contentType, const Envelope &envelope)
{
    std::string text = "HTTP/1.1 " + std::to_string(status) + " " + reasonPhrase(status) +
                       "\r\nAudit-Id: " + envelope.auditId +
                       "\r\nCache-Control: no-cache, private\r\nContent-Type: " + contentType +
                       "\r\nDate: " + httpDate(envelope.now) + "\r\n";
    if (envelope.closes)
        text += "Connection: close\r\n";
    return text;
}

} // namespace

std::string responseText(const Reply &reply, const Envelope &envelope)
{
    std::string text = head(reply.status, reply.contentType, envelope);
    for (const auto &[name, value] : reply.headers)
        text += name + ": " + value + "\r\n";
    if (reply.body.size() <= ChunkBytes)
        return text + "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n" + reply.body;
    text.reserve(text.size() + reply.body.size() + reply.body.size() / 256 + 64);
    text += "Transfer-Encoding: chunked\r\n\r\n";
    appendChunks(text, reply.body);
    return text + lastChunk();
}

std::string watchHead(const Envelope &envelope)
{
    return head(200, "application/json", envelope) + "Transfer-Encoding: chunked\r\n\r\n";
}

std::string watchChunks(std::string_view lines)
{
    std::string text;
    text.reserve(lines.size() + lines.size() / 64 + 64);
    std::size_t sent = 0;
    const auto send = [&](std::size_t end) {
        appendChunk(text, lines.substr(sent, end - sent));
        sent = end;
    };
    for (std::size_t line = 0; line < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', line), lines.size() - 1) + 1;
        if (line > sent && end - sent > ChunkBytes) // it fills up what waits
            send(sent + ChunkBytes);
        if (end - sent > ChunkBytes)
            send(end);
        line = end;
    }
    if (sent < lines.size())
        send(lines.size());
    return text;
}

std::string lastChunk()
{
    return "0\r\n\r\n";
}

std::string httpDate(WallTime time)
{
    static constexpr std::array Days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array Months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const hh_mm_ss clock{floor<seconds>(time - day)};
    char text[48];
    std::snprintf(text, sizeof text, "%s, %02u %s %04d %02d:%02d:%02d GMT", Days[weekday(day).c_encoding()],
                  unsigned(date.day()), Months[unsigned(date.month()) - 1], int(date.year()),
                  int(clock.hours().count()), int(clock.minutes().count()), int(clock.seconds().count()));
    return text;
}

std::string gzipped(std::string_view bytes)
{
    z_stream stream{};
    constexpr int GzipWindow = 15 + 16;
    if (deflateInit2(&stream, 1, Z_DEFLATED, GzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = uInt(packed.size());
    const bool isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(isWhole ? stream.total_out : 0);
    deflateEnd(&stream);
    return packed;
}

} // namespace wk::apiserver
