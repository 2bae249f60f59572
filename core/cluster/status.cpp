// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/status.h"

#include "core/base/limits.h"
#include "core/json/splitter.h"

#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace wk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t TextBytes = 2048;

/// What we read of a metav1.Status.
struct Status {
    int code = 0;
    std::string reason;
    std::string message;
    std::int64_t retryAfterSeconds = 0;
    bool versionTooLarge = false;
};

std::string stringAt(simdjson::dom::element parent, std::string_view key)
{
    std::string_view text;
    return parent[key].get(text) == simdjson::SUCCESS ? std::string(text.substr(0, TextBytes)) : std::string();
}

bool saysVersionTooLarge(simdjson::dom::element details)
{
    simdjson::dom::array causes;
    if (details["causes"].get(causes) != simdjson::SUCCESS)
        return false;
    return std::any_of(causes.begin(), causes.end(), [](simdjson::dom::element cause) {
        // 1.17 and 1.18 knew no reason, only the message.
        return stringAt(cause, "reason") == "ResourceVersionTooLarge" ||
               stringAt(cause, "message") == "Too large resource version";
    });
}

/// Not every server behind an API server says of its Status that it is one; it is known by what it says then.
bool isStatus(simdjson::dom::element root)
{
    simdjson::dom::element kind;
    if (root["kind"].get(kind) == simdjson::SUCCESS && !kind.is_null())
        return stringAt(root, "kind") == "Status";
    std::int64_t code = 0;
    return root["code"].get(code) == simdjson::SUCCESS || !stringAt(root, "reason").empty() ||
           !stringAt(root, "message").empty();
}

std::optional<Status> readStatus(std::string_view text)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS || !root.is_object() || !isStatus(root))
        return {};
    Status status;
    std::int64_t code = 0;
    if (root["code"].get(code) == simdjson::SUCCESS && code >= 100 && code <= 999)
        status.code = static_cast<int>(code);
    status.reason = stringAt(root, "reason");
    status.message = stringAt(root, "message");
    simdjson::dom::element details;
    if (root["details"].get(details) == simdjson::SUCCESS) {
        status.versionTooLarge = saysVersionTooLarge(details);
        if (details["retryAfterSeconds"].get(status.retryAfterSeconds) != simdjson::SUCCESS)
            status.retryAfterSeconds = 0;
    }
    return status;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isExpired(const Status &status)
{
    if (status.code == 410 || status.reason == "Expired" || status.reason == "Gone")
        return true;
    // The first is the watch cache's text, the second etcd's as the API server hands it on.
    return status.reason.empty() && (contains(status.message, "too old resource version") ||
                                     contains(status.message, "required revision has been compacted"));
}

bool isVersionTooLarge(const Status &status)
{
    // Servers before 1.17 had neither cause nor reason for it: client-go reads the text, too.
    return status.versionTooLarge || contains(status.message, "Too large resource version");
}

/// The code that goes with a reason; of several reasons of one code the first is its own. Source: apimachinery
/// api/errors/errors.go.
constexpr std::pair<std::string_view, int> Codes[] = {
    {"BadRequest", 400},    {"Unauthorized", 401},          {"Forbidden", 403},
    {"NotFound", 404},      {"MethodNotAllowed", 405},      {"NotAcceptable", 406},
    {"Conflict", 409},      {"AlreadyExists", 409},         {"Gone", 410},
    {"Expired", 410},       {"RequestEntityTooLarge", 413}, {"UnsupportedMediaType", 415},
    {"Invalid", 422},       {"TooManyRequests", 429},       {"InternalError", 500},
    {"ServerTimeout", 500}, {"ServiceUnavailable", 503},    {"Timeout", 504},
};

/// 0 for a reason that is not known.
int codeOf(std::string_view reason)
{
    const auto found = std::ranges::find(Codes, reason, [](const auto &known) { return known.first; });
    return found == std::end(Codes) ? 0 : found->second;
}

ErrorKind kindOf(int code)
{
    switch (code) {
    case 401: return ErrorKind::Unauthorized;
    case 403: return ErrorKind::Forbidden;
    case 404: return ErrorKind::NotFound;
    case 405: return ErrorKind::MethodNotAllowed;
    case 406: return ErrorKind::NotAcceptable;
    case 407: return ErrorKind::ProxyRefused;
    case 409: return ErrorKind::Conflict;
    case 410: return ErrorKind::Expired;
    case 429: return ErrorKind::TooManyRequests;
    }
    if (code >= 300 && code < 400)
        return ErrorKind::Redirected;
    if (code >= 400 && code < 500)
        return ErrorKind::Invalid;
    return code >= 500 ? ErrorKind::ServerError : ErrorKind::NotKubernetes;
}

/// The words for an answer whose body is no Status.
std::string plainText(int httpStatus, std::string_view body)
{
    const std::string_view text = json::trimmed(body);
    const std::string number = "HTTP " + std::to_string(httpStatus);
    if (text.empty())
        return number + ", without a word of explanation";
    if (text.front() == '<')
        return number + " with a web page: something in front of the API server answered";
    return std::string(text.substr(0, TextBytes));
}

/// The beginning of the message of a Status that has been cut off; empty where it had not come to that.
std::string messageOfCut(std::string_view body)
{
    constexpr std::string_view Key = "\"message\":";
    const std::size_t key = body.find(Key);
    const std::size_t quote = key == std::string_view::npos ? key : body.find_first_not_of(" \t\r\n", key + Key.size());
    if (quote == std::string_view::npos || body[quote] != '"')
        return {};
    std::string text(1, '"');
    for (std::size_t at = quote + 1; at < body.size() && body[at] != '"' && text.size() < TextBytes; ++at) {
        const std::size_t length = body[at] != '\\' ? 1 : body.substr(at, 2) == "\\u" ? 6 : 2;
        text += body.substr(at, length);
        at += length - 1;
    }
    simdjson::dom::parser parser;
    std::string_view read;
    text += '"';
    return parser.parse(text).get(read) == simdjson::SUCCESS ? std::string(read) : std::string();
}

Error errorOf(Status status)
{
    if (status.code == 0)
        status.code = codeOf(status.reason);
    Error error;
    error.kind = isExpired(status)                 ? ErrorKind::Expired
                 : isVersionTooLarge(status)       ? ErrorKind::VersionTooLarge
                 : status.reason == "Unauthorized" ? ErrorKind::Unauthorized
                 : status.reason == "Forbidden"    ? ErrorKind::Forbidden
                                                   : kindOf(status.code);
    error.text = status.message.empty() ? status.reason : status.message;
    error.httpStatus = status.code;
    error.reason = status.reason;
    const std::int64_t wait = std::clamp<std::int64_t>(status.retryAfterSeconds, 0, limits::RetryAfterCap.count());
    error.retryAfter = seconds(wait);
    return error;
}

} // namespace

std::string_view reasonOf(int httpStatus)
{
    const auto found = std::ranges::find(Codes, httpStatus, [](const auto &known) { return known.second; });
    return found != std::end(Codes) ? found->first
           : httpStatus >= 500      ? std::string_view("InternalError")
                                    : std::string_view();
}

Error statusError(int httpStatus, std::string_view body)
{
    auto status = readStatus(body);
    Error error;
    if (status) {
        status->code = httpStatus;
        error = errorOf(*status);
        if (error.text.empty())
            error.text = plainText(httpStatus, {});
    } else {
        error.kind = kindOf(httpStatus);
        error.text = messageOfCut(body);
        if (error.text.empty())
            error.text = plainText(httpStatus, body);
        error.reason = reasonOf(httpStatus);
    }
    // Go's server says this when it is spoken to without TLS on its TLS port; the advice is worth more than the number.
    if (httpStatus == 400 && contains(body, "HTTP request to an HTTPS server")) {
        error.kind = ErrorKind::NotKubernetes;
        error.text = "the server speaks TLS on this port: its URL must begin with https";
    }
    error.httpStatus = httpStatus;
    return error;
}

Error eventError(std::string_view object)
{
    const auto status = readStatus(object);
    if (!status)
        return {ErrorKind::ServerError, "the server reported an error without a Status", {}, 0, {}};
    Error error = errorOf(*status);
    // A code is not required of an event; without one and without a known reason it is the server's failure.
    if (error.httpStatus == 0 && error.kind == ErrorKind::NotKubernetes)
        error.kind = ErrorKind::ServerError;
    if (error.text.empty())
        error.text = "the server reported an error without a message";
    return error;
}

std::optional<WallTime> parseHttpDate(std::string_view header)
{
    const std::string_view text = json::trimmed(header);
    if (text.empty() || text.size() > 64)
        return {};
    // In English whatever the user's language. The weekday is not worth checking.
    const QString date =
        QString::fromLatin1(text.data(), qsizetype(text.size())).section(QLatin1Char(','), 1).trimmed();
    QDateTime when = QLocale::c().toDateTime(date, QStringLiteral("dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!when.isValid())
        return {};
    when.setTimeZone(QTimeZone::utc());
    return WallTime(milliseconds(when.toMSecsSinceEpoch()));
}

milliseconds parseRetryAfter(std::string_view header, WallTime now)
{
    const std::string_view text = json::trimmed(header);
    if (text.empty() || text.size() > 64)
        return {};
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end == text.data() + text.size()) {
        const auto cap = static_cast<std::uint64_t>(limits::RetryAfterCap.count());
        return seconds(error == std::errc::result_out_of_range ? cap : std::min(number, cap));
    }
    const auto date = parseHttpDate(text);
    if (!date)
        return {};
    return std::clamp<milliseconds>(std::chrono::ceil<milliseconds>(*date - now), milliseconds(0),
                                    limits::RetryAfterCap);
}

} // namespace wk
