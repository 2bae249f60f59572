// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdguard.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace wk {

namespace {

constexpr qsizetype MostPosted = 64 * 1024;

constexpr std::array<std::string_view, 2> Got{"/version", "/health"};
constexpr std::array<std::string_view, 4> Posted{"/v3/kv/range", "/v3/watch", "/v3/maintenance/status",
                                                 "/v3/auth/authenticate"};

Error refused(const QUrl &url, const char *why)
{
    return {ErrorKind::ReadOnlyViolation, std::string("not sent: ") + why, url.path().left(200).toStdString()};
}

/// Whether the keys from one on up to another, or that one alone, are any of Secrets.
bool isOverSecrets(const QJsonObject &range)
{
    const auto bytesOf = [&range](const char *field) {
        return QByteArray::fromBase64(range.value(QLatin1String(field)).toString().toLatin1()).toStdString();
    };
    const std::string key = bytesOf("key");
    const std::string end = bytesOf("range_end");
    if (end.empty())
        return std::string_view(key).starts_with(SecretKeys);
    const bool isToTheEnd = end == std::string(1, '\0');
    return key < behindPrefix(SecretKeys) && (isToTheEnd || end > SecretKeys);
}

bool saysTrue(const QJsonObject &in, const char *field)
{
    return in.value(QLatin1String(field)) == QJsonValue(true);
}

} // namespace

std::string behindPrefix(std::string_view prefix)
{
    std::string behind(prefix);
    while (!behind.empty() && behind.back() == '\xff')
        behind.pop_back();
    if (behind.empty())
        return std::string(1, '\0');
    behind.back() = static_cast<char>(behind.back() + 1);
    return behind;
}

std::span<const std::string_view> EtcdGuard::got()
{
    return Got;
}

std::span<const std::string_view> EtcdGuard::posted()
{
    return Posted;
}

EtcdGuard::EtcdGuard(QUrl member)
    : m_member(std::move(member))
{}

Result<> EtcdGuard::checkRequest(const QUrl &url, QByteArrayView, const std::optional<QByteArray> &posted) const
{
    if (url.scheme() != m_member.scheme() || url.host() != m_member.host() || url.port() != m_member.port())
        return refused(url, "it would go to another server than the cluster's");
    if (!url.userInfo().isEmpty() || url.hasFragment() || url.hasQuery())
        return refused(url, "the URL has parts that no request needs");
    const std::string path = url.path(QUrl::FullyEncoded).toStdString();
    const auto isIt = [&path](std::string_view one) { return path == one; };
    if (!posted)
        return std::ranges::any_of(Got, isIt) ? success() : refused(url, "Watchkeeper does not ask etcd for that");
    if (!std::ranges::any_of(Posted, isIt))
        return refused(url, "Watchkeeper only reads from etcd, and this call does more");
    if (posted->size() > MostPosted)
        return refused(url, "what would be posted is longer than any request");
    for (const QByteArray &line : posted->trimmed().split('\n')) { // a watch's body has one a watch
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (!document.isObject())
            return refused(url, "what would be posted is no request");
        const QJsonObject body = document.object();
        const bool isWithoutValues = saysTrue(body, "keys_only") || saysTrue(body, "count_only");
        if (isIt("/v3/kv/range") && isOverSecrets(body) && !isWithoutValues)
            return refused(url, "the contents of secrets are never fetched, only their keys");
        if (isIt("/v3/watch") && isOverSecrets(body.value(QLatin1String("create_request")).toObject()))
            return refused(url, "the contents of secrets are never watched");
    }
    return success();
}

} // namespace wk
