// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/storageguard.h"

#include "core/base/limits.h"
#include "core/cluster/etcd/etcdguard.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace wk {

namespace {

constexpr qsizetype MostWritten = 4 * limits::MiB; ///< etcd takes 1.5 MiB, which base64 makes a third longer

Error forbidden(const QUrl &url, const char *why)
{
    return {ErrorKind::ReadOnlyViolation, std::string("not sent: ") + why, url.path().left(200).toStdString()};
}

std::string bytesOf(const QJsonObject &in, const char *field)
{
    return QByteArray::fromBase64(in.value(QLatin1String(field)).toString().toLatin1()).toStdString();
}

/// Whether all keys of a range, a put or a comparison are below the prefix.
bool isBelow(const QJsonObject &of, const std::string &prefix)
{
    const std::string end = bytesOf(of, "range_end");
    return bytesOf(of, "key").starts_with(prefix) && (end.empty() || (end > prefix && end <= behindPrefix(prefix))) &&
           end != std::string(1, '\0');
}

/// An operation of a transaction is one of a put, a deletion and a range.
bool isOperationBelow(const QJsonObject &operation, const std::string &prefix)
{
    constexpr std::array<const char *, 3> Kinds{"request_put", "request_delete_range", "request_range"};
    return operation.size() == 1 && std::ranges::any_of(Kinds, [&](const char *kind) {
               const QJsonValue asked = operation.value(QLatin1String(kind));
               return asked.isObject() && isBelow(asked.toObject(), prefix);
           });
}

bool isTransactionBelow(const QJsonObject &transaction, const std::string &prefix)
{
    for (const QJsonValue &one : transaction.value(QLatin1String("compare")).toArray()) {
        if (!isBelow(one.toObject(), prefix))
            return false;
    }
    for (const char *branch : {"success", "failure"}) {
        for (const QJsonValue &one : transaction.value(QLatin1String(branch)).toArray()) {
            if (!isOperationBelow(one.toObject(), prefix))
                return false;
        }
    }
    return true;
}

} // namespace

StorageGuard::StorageGuard(QUrl member, std::string prefix)
    : m_member(std::move(member))
    , m_prefix(std::move(prefix))
{}

Result<> StorageGuard::checkRequest(const QUrl &url, QByteArrayView, const std::optional<QByteArray> &posted) const
{
    constexpr std::array<const char *, 2> Got{"/version", "/health"};
    constexpr std::array<const char *, 5> Plain{"/v3/kv/compaction", "/v3/lease/grant", "/v3/lease/keepalive",
                                                "/v3/maintenance/status", "/v3/auth/authenticate"};
    if (url.scheme() != m_member.scheme() || url.host() != m_member.host() || url.port() != m_member.port())
        return forbidden(url, "it would go to another server than the cluster's");
    if (!url.userInfo().isEmpty() || url.hasFragment() || url.hasQuery())
        return forbidden(url, "the URL has parts that no request needs");
    const QString path = url.path(QUrl::FullyEncoded);
    const auto isIt = [&path](const char *one) { return path == QLatin1String(one); };
    if (!posted)
        return std::ranges::any_of(Got, isIt) ? success() : forbidden(url, "the server does not ask etcd for that");
    if (posted->size() > MostWritten)
        return forbidden(url, "what would be posted is longer than etcd takes");
    const QJsonDocument document = QJsonDocument::fromJson(*posted);
    if (!document.isObject())
        return forbidden(url, "what would be posted is no request");
    if (std::ranges::any_of(Plain, isIt))
        return success();
    const QJsonObject body = document.object();
    const bool isBelowPrefix = isIt("/v3/kv/range") ? isBelow(body, m_prefix)
                               : isIt("/v3/watch")
                                   ? isBelow(body.value(QLatin1String("create_request")).toObject(), m_prefix)
                               : isIt("/v3/kv/txn") ? isTransactionBelow(body, m_prefix)
                                                    : false;
    return isBelowPrefix ? success() : forbidden(url, "the server touches nothing but the keys below its prefix");
}

} // namespace wk
