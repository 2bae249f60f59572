// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/requestguard.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace wk {

namespace {

constexpr std::array<std::string_view, 16> Shapes{
    "/version",
    "/livez",
    "/readyz",
    "/api",
    "/api/v1",
    "/api/v1/{resource}",
    "/api/v1/{resource}/{name}",
    "/api/v1/namespaces/{namespace}/{resource}",
    "/api/v1/namespaces/{namespace}/{resource}/{name}",
    "/apis",
    "/apis/{group}",
    "/apis/{group}/{version}",
    "/apis/{group}/{version}/{resource}",
    "/apis/{group}/{version}/{resource}/{name}",
    "/apis/{group}/{version}/namespaces/{namespace}/{resource}",
    "/apis/{group}/{version}/namespaces/{namespace}/{resource}/{name}",
};

/// Segments that make a request more than a read where a resource is expected: the old /watch and /proxy prefixes, a
/// namespace's subresources, and every streaming verb for good measure.
constexpr std::array<std::string_view, 10> Forbidden{"watch",       "proxy", "redirect", "exec",     "attach",
                                                     "portforward", "log",   "status",   "finalize", "scale"};

constexpr std::array<std::string_view, 11> QueryKeys{"watch",
                                                     "limit",
                                                     "continue",
                                                     "resourceVersion",
                                                     "resourceVersionMatch",
                                                     "allowWatchBookmarks",
                                                     "labelSelector",
                                                     "timeoutSeconds",
                                                     "fieldSelector",
                                                     "includeObject",
                                                     "sendInitialEvents"};

constexpr std::size_t PathBytes = 1024;
constexpr std::size_t SegmentBytes = 253;
constexpr std::size_t QueryBytes = 64 * 1024;

Error refusal(std::string_view what, std::string_view why)
{
    return {ErrorKind::ReadOnlyViolation, "not sent: " + std::string(why), std::string(what.substr(0, 200)), 0, {}};
}

template <class List>
bool holds(const List &list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool isLowerOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// A group, version or resource: lower-case DNS letters.
bool isWord(std::string_view segment)
{
    return isLowerOrDigit(segment.front()) && std::all_of(segment.begin(), segment.end(), [](char c) {
               return isLowerOrDigit(c) || c == '-' || c == '.';
           });
}

std::vector<std::string_view> segmentsOf(std::string_view path)
{
    std::vector<std::string_view> segments;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at + 1), path.size());
        segments.push_back(path.substr(at + 1, end - at - 1));
        at = end;
    }
    return segments;
}

bool isResource(std::string_view segment)
{
    return isWord(segment) && !holds(Forbidden, segment);
}

/// Whether a segment may stand where a shape has that one.
bool fits(std::string_view place, std::string_view segment)
{
    if (place == "{name}" || place == "{namespace}")
        return isPathName(segment);
    if (place == "{resource}")
        return isResource(segment);
    return place.starts_with('{') ? isWord(segment) : place == segment;
}

bool hasShape(const std::vector<std::string_view> &segments, std::string_view shape)
{
    const auto places = segmentsOf(shape);
    return std::equal(places.begin(), places.end(), segments.begin(), segments.end(), fits);
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isValueFor(std::string_view key, std::string_view value)
{
    if (key == "watch" || key == "allowWatchBookmarks" || key == "sendInitialEvents")
        return value == "true" || value == "false" || value == "1" || value == "0";
    if (key == "limit" || key == "timeoutSeconds")
        return isNumber(value);
    if (key == "includeObject")
        return value == "None" || value == "Metadata" || value == "Object";
    return true;
}

/// An /api/v1/…/secrets path: collection or object.
bool isSecrets(std::string_view path)
{
    if (!path.starts_with("/api/v1/"))
        return false;
    const auto segments = segmentsOf(path);
    const std::size_t resource = segments[2] == "namespaces" && segments.size() > 4 ? 4 : 2;
    return segments[resource] == "secrets";
}

/// Every alternative of the Accept header gives metadata alone.
bool isMetadataOnly(std::string_view accept, std::string_view query)
{
    const bool wholeObject = query.find("includeObject=Object") != std::string_view::npos;
    for (std::size_t at = 0; at <= accept.size();) {
        const std::size_t end = std::min(accept.find(',', at), accept.size());
        const std::string_view one = accept.substr(at, end - at);
        const bool table = one.find(";as=Table;") != std::string_view::npos && !wholeObject;
        if (!table && one.find(";as=PartialObjectMetadata") == std::string_view::npos)
            return false;
        at = end + 1;
    }
    return true;
}

} // namespace

bool isPathName(std::string_view name)
{
    const auto allowed = [](char c) {
        return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' || c == '_' || c == ':';
    };
    return !name.empty() && name.size() <= SegmentBytes && name != "." && name != ".." &&
           std::all_of(name.begin(), name.end(), allowed);
}

RequestGuard::RequestGuard(QUrl server)
    : m_server(std::move(server))
{}

Result<> RequestGuard::checkRequest(const QUrl &url, QByteArrayView accept,
                                    const std::optional<QByteArray> &posted) const
{
    if (posted)
        return refusal(url.path().toStdString(), "an API server is only ever sent a GET");
    return check(url, accept);
}

Result<> RequestGuard::check(const QUrl &url, QByteArrayView accept) const
{
    const std::string text = url.toEncoded(QUrl::RemoveUserInfo | QUrl::RemoveQuery).toStdString();
    if (url.scheme() != m_server.scheme() || url.host() != m_server.host() || url.port() != m_server.port())
        return refusal(text, "it would go to another server than the cluster's");
    if (!url.userInfo().isEmpty() || url.hasFragment())
        return refusal(text, "the URL has parts that no request needs");
    const std::string path = url.path(QUrl::FullyEncoded).toStdString();
    std::string prefix = m_server.path(QUrl::FullyEncoded).toStdString();
    while (prefix.ends_with('/'))
        prefix.pop_back();
    if (!path.starts_with(prefix))
        return refusal(text, "it would leave the cluster's own path");
    const std::string shape = path.substr(prefix.size());
    if (const auto checked = checkPath(shape); !checked)
        return checked;
    const std::string query = url.query(QUrl::FullyEncoded).toStdString();
    if (const auto checked = checkQuery(query); !checked)
        return checked;
    if (isSecrets(shape) && !isMetadataOnly(std::string_view(accept.data(), std::size_t(accept.size())), query))
        return refusal(shape, "the contents of secrets are never fetched, only their metadata");
    return success();
}

std::span<const std::string_view> RequestGuard::shapes()
{
    return Shapes;
}

std::span<const std::string_view> RequestGuard::queryKeys()
{
    return QueryKeys;
}

Result<> RequestGuard::checkPath(std::string_view path)
{
    if (path.size() > PathBytes || !path.starts_with('/'))
        return refusal(path, "this is no path of an API server");
    const auto segments = segmentsOf(path);
    const bool isClean = !path.ends_with('/') && std::all_of(segments.begin(), segments.end(), isPathName);
    const auto hasIt = [&segments](std::string_view shape) { return hasShape(segments, shape); };
    if (!isClean || !std::any_of(Shapes.begin(), Shapes.end(), hasIt))
        return refusal(path, "Watchkeeper only reads collections and objects, and this path is neither");
    return success();
}

Result<> RequestGuard::checkQuery(std::string_view query)
{
    if (query.size() > QueryBytes)
        return refusal(query, "the query is too long");
    std::set<std::string_view> seen;
    for (std::size_t at = 0; at < query.size();) {
        const std::size_t end = std::min(query.find('&', at), query.size());
        const std::string_view pair = query.substr(at, end - at);
        const std::size_t equals = pair.find('=');
        const std::string_view key = pair.substr(0, equals);
        if (equals == std::string_view::npos || !holds(QueryKeys, key) || !seen.insert(key).second)
            return refusal(key, "this query key is not one of a list or watch");
        if (!isValueFor(key, pair.substr(equals + 1)))
            return refusal(key, "this query key has a value that no list or watch has");
        at = end + 1;
    }
    return success();
}

} // namespace wk
