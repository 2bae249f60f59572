// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdwrite.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// etcd itself gives a write up after seven seconds.
constexpr std::chrono::milliseconds WriteSilence = 10s;

QString inBase64(const std::string &bytes)
{
    return QString::fromLatin1(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64());
}

QJsonObject put(const std::string &key, const std::string &value, std::int64_t lease)
{
    QJsonObject request{{QStringLiteral("key"), inBase64(key)}, {QStringLiteral("value"), inBase64(value)}};
    if (lease != 0)
        request.insert(QStringLiteral("lease"), QString::number(lease));
    return {{QStringLiteral("request_put"), request}};
}

HttpRequest post(const char *path, const QJsonObject &body)
{
    HttpRequest request;
    request.path = path;
    request.silence = WriteSilence;
    request.posted = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return request;
}

} // namespace

HttpRequest etcdTransaction(const EtcdWrite &write)
{
    const QString key = inBase64(write.key);
    QJsonArray done;
    if (write.value)
        done.append(put(write.key, *write.value, write.lease));
    else
        done.append(QJsonObject{{QStringLiteral("request_delete_range"),
                                 QJsonObject{{QStringLiteral("key"), key}, {QStringLiteral("prev_kv"), true}}}});
    if (!write.touched.empty())
        done.append(put(write.touched, {}, 0));
    const QJsonObject unchanged{{QStringLiteral("target"), QStringLiteral("MOD")},
                                {QStringLiteral("key"), key},
                                {QStringLiteral("mod_revision"), QString::number(write.expected)}};
    const QJsonObject look{{QStringLiteral("request_range"), QJsonObject{{QStringLiteral("key"), key}}}};
    HttpRequest request = post("/v3/kv/txn", {{QStringLiteral("compare"), QJsonArray{unchanged}},
                                              {QStringLiteral("success"), done},
                                              {QStringLiteral("failure"), QJsonArray{look}}});
    request.isSentOnce = true;
    return request;
}

HttpRequest etcdLeaseGrant(std::chrono::seconds life)
{
    return post("/v3/lease/grant", {{QStringLiteral("TTL"), qint64(life.count())}});
}

HttpRequest etcdLeaseKeepAlive(std::int64_t lease)
{
    return post("/v3/lease/keepalive", {{QStringLiteral("ID"), QString::number(lease)}});
}

HttpRequest etcdCompaction(std::int64_t revision)
{
    return post("/v3/kv/compaction", {{QStringLiteral("revision"), QString::number(revision)}});
}

} // namespace wk
