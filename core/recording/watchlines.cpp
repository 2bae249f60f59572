// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/watchlines.h"

#include "core/json/prettyprint.h"
#include "core/resource/objectjson.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

struct StatusWords {
    ErrorKind kind;
    const char *reason;
    int code;
};

/// Source: metav1.StatusReason.
constexpr std::array<StatusWords, 10> Statuses{{
    {ErrorKind::Unauthorized, "Unauthorized", 401},
    {ErrorKind::Forbidden, "Forbidden", 403},
    {ErrorKind::NotFound, "NotFound", 404},
    {ErrorKind::MethodNotAllowed, "MethodNotAllowed", 405},
    {ErrorKind::NotAcceptable, "NotAcceptable", 406},
    {ErrorKind::Conflict, "Conflict", 409},
    {ErrorKind::Expired, "Expired", 410},
    {ErrorKind::Invalid, "Invalid", 422},
    {ErrorKind::TooManyRequests, "TooManyRequests", 429},
    {ErrorKind::VersionTooLarge, "Timeout", 504},
}};

StatusWords statusWords(ErrorKind kind)
{
    const auto found =
        std::find_if(Statuses.begin(), Statuses.end(), [kind](const StatusWords &words) { return words.kind == kind; });
    return found == Statuses.end() ? StatusWords{kind, "InternalError", 500} : *found;
}

/// The Status that an ERROR event carries; keys in the order of its Go type, as kubectl prints it.
std::string statusJson(const Error &error)
{
    const StatusWords words = statusWords(error.kind);
    const int code = error.httpStatus != 0 ? error.httpStatus : words.code;
    return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)" +
           jsonMember("message", error.text) + ',' + jsonMember("reason", words.reason) +
           ",\"code\":" + std::to_string(code) + '}';
}

std::string eventJson(const char *type, std::string_view object)
{
    return "{\"type\":\"" + std::string(type) + "\",\"object\":" + std::string(object) + "}\n";
}

} // namespace

struct WatchLines::Private {
    json::Printer printer{{json::PrintOptions::Layout::Compact, json::PrintOptions::Keys::Sorted, true}};
};

WatchLines::WatchLines()
    : d(std::make_unique<Private>())
{}

WatchLines::~WatchLines() = default;

void WatchLines::setWatch(WatchId watch, const WatchScope &scope)
{
    m_scopes[watch] = scope;
}

const WatchScope &WatchLines::scopeOf(WatchId watch)
{
    return m_scopes[watch];
}

std::string WatchLines::linesOf(const Entry &entry)
{
    if (entry.type != EntryType::List)
        return lineOf(entry, nullptr);
    std::string lines;
    for (const ObjectPtr &object : entry.objects ? *entry.objects : std::vector<ObjectPtr>())
        lines += lineOf(entry, object.get());
    return lines;
}

std::string WatchLines::lineOf(const Entry &entry, const Object *object)
{
    const ResourceInfo &resource = scopeOf(entry.watch).resource;
    if (object)
        return eventLine(EntryType::Added, objectJson(*object, resource));
    switch (entry.type) {
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted:
        return entry.object ? eventLine(entry.type, objectJson(*entry.object, resource)) : std::string();
    case EntryType::Bookmark: {
        const std::string metadata = jsonMember("resourceVersion", entry.version.text());
        return eventJson("BOOKMARK", withType("{\"metadata\":{" + metadata + "}}", resource));
    }
    case EntryType::Error: return eventJson("ERROR", statusJson(entry.error));
    case EntryType::List:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: return {};
    }
    return {};
}

bool WatchLines::writesBodiesOf(WatchId watch) const
{
    const auto scope = m_scopes.find(watch);
    return scope == m_scopes.end() || !isWithheld(scope->second.resource);
}

std::string WatchLines::lineOf(EntryType type, std::string_view json, WatchId watch)
{
    return writesBodiesOf(watch) ? eventLine(type, withType(json, scopeOf(watch).resource)) : std::string();
}

std::string WatchLines::eventLine(EntryType type, const std::string &json)
{
    const auto printed = d->printer.print(json);
    if (printed)
        return eventJson(typeName(type), *printed);
    ++m_unreadable;
    return {};
}

} // namespace wk
