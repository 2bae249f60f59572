// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/watchlines.h"

#include "core/json/prettyprint.h"
#include "core/json/scalartext.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    json::appendEscaped(out, text);
    return out + '"';
}

std::string member(std::string_view key, std::string_view text)
{
    return quoted(key) + ':' + quoted(text);
}

/// "apiVersion":…,"kind":…
std::string typeMembers(const WatchScope &scope)
{
    return member("apiVersion", scope.resource.gvr.groupVersion()) + ',' + member("kind", scope.resource.kind);
}

bool isSecret(const WatchScope &scope)
{
    return scope.resource.kind == "Secret" && scope.resource.gvr.group.empty();
}

/// What identifies an object, from what was decoded of it.
std::string identity(const Object &object, const WatchScope &scope)
{
    std::string metadata;
    const auto add = [&metadata](std::string_view key, const std::string &value) {
        if (value.empty())
            return;
        if (!metadata.empty())
            metadata += ',';
        metadata += member(key, value);
    };
    add("creationTimestamp", object.created ? formatTime(*object.created) : std::string());
    add("name", object.name);
    add("namespace", object.ns);
    add("resourceVersion", object.version.text());
    add("uid", object.uid);
    return '{' + typeMembers(scope) + ",\"metadata\":{" + metadata + "}}";
}

/// An object of a list carries no kind of its own; where it does, its own comes last and stands.
std::string withType(std::string_view json, const WatchScope &scope)
{
    const std::size_t brace = json.find('{');
    if (brace == std::string_view::npos || scope.resource.kind.empty())
        return std::string(json);
    const std::size_t next = json.find_first_not_of(" \t\r\n", brace + 1);
    const bool empty = next == std::string_view::npos || json[next] == '}';
    return ('{' + typeMembers(scope) + (empty ? "" : ",")).append(json.substr(brace + 1));
}

struct StatusWords {
    ErrorKind kind;
    const char *reason;
    int code;
};

/// Source: metav1.StatusReason.
constexpr std::array<StatusWords, 9> Statuses{{
    {ErrorKind::Unauthorized, "Unauthorized", 401},
    {ErrorKind::Forbidden, "Forbidden", 403},
    {ErrorKind::NotFound, "NotFound", 404},
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
    return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)" + member("message", error.text) +
           ',' + member("reason", words.reason) + ",\"code\":" + std::to_string(code) + '}';
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
    const WatchScope &scope = scopeOf(entry.watch);
    if (object)
        return eventLine(EntryType::Added, objectJson(*object, scope));
    switch (entry.type) {
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted:
        return entry.object ? eventLine(entry.type, objectJson(*entry.object, scope)) : std::string();
    case EntryType::Bookmark: {
        const std::string metadata = member("resourceVersion", entry.version.text());
        return eventJson("BOOKMARK", '{' + typeMembers(scope) + ",\"metadata\":{" + metadata + "}}");
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
    return scope == m_scopes.end() || !isSecret(scope->second);
}

std::string WatchLines::lineOf(EntryType type, std::string_view json, WatchId watch)
{
    return writesBodiesOf(watch) ? eventLine(type, withType(json, scopeOf(watch))) : std::string();
}

std::string WatchLines::eventLine(EntryType type, const std::string &json)
{
    const auto printed = d->printer.print(json);
    if (printed)
        return eventJson(typeName(type), *printed);
    ++m_unreadable;
    return {};
}

std::string WatchLines::objectJson(const Object &object, const WatchScope &scope)
{
    if (object.body.isNull() || isSecret(scope))
        return identity(object, scope);
    return withType(object.body.object(), scope);
}

} // namespace wk
