// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdrequest.h"

#include "core/base/limits.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// By default etcd says every ten to twenty minutes that nothing has happened. Whoever watches looks by himself whether
/// anybody answers; but that may be on another connection than the one that has died.
constexpr std::chrono::milliseconds LongestSilence = 21min;
/// Who only asks how many there are wants to know whether anybody answers (C22).
constexpr std::chrono::milliseconds LookTime = 10s;

QString base64(const std::string &bytes)
{
    return QString::fromLatin1(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64());
}

QJsonObject keysOf(const EtcdKeys &keys)
{
    QJsonObject object{{QStringLiteral("key"), base64(keys.key)}};
    if (!keys.end.empty())
        object.insert(QStringLiteral("range_end"), base64(keys.end));
    return object;
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

HttpRequest etcdRange(const EtcdRangeQuery &query)
{
    HttpRequest request;
    request.path = "/v3/kv/range";
    request.lane = query.isCounted ? RequestLane::Control : RequestLane::List;
    if (query.isCounted)
        request.silence = LookTime;
    QJsonObject body = keysOf(query.keys);
    if (query.limit > 0)
        body.insert(QStringLiteral("limit"), qint64(query.limit));
    if (query.revision > 0)
        body.insert(QStringLiteral("revision"), qint64(query.revision));
    if (query.isOfKeysOnly)
        body.insert(QStringLiteral("keys_only"), true);
    if (query.isCounted)
        body.insert(QStringLiteral("count_only"), true);
    request.posted = compact(body);
    return request;
}

HttpRequest etcdWatch(const std::vector<EtcdKeys> &ranges, std::int64_t fromRevision)
{
    HttpRequest request;
    request.path = "/v3/watch";
    request.lane = RequestLane::Watch;
    request.silence = LongestSilence;
    request.needsLeader = true;
    request.posted = QByteArray();
    for (std::size_t number = 0; number < ranges.size(); ++number) {
        QJsonObject body = keysOf(ranges[number]);
        body.insert(QStringLiteral("start_revision"), qint64(fromRevision));
        body.insert(QStringLiteral("progress_notify"), true);
        body.insert(QStringLiteral("prev_kv"), true);
        body.insert(QStringLiteral("fragment"), true);
        if (number > 0) // 0 is etcd's word for a number of its own choice, which begins there
            body.insert(QStringLiteral("watch_id"), qint64(number));
        *request.posted += compact({{QStringLiteral("create_request"), body}}) + '\n';
    }
    return request;
}

} // namespace wk
