// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdwriter.h"

#include <QElapsedTimer>
#include <QJsonArray>

namespace wk::etcdruns {

namespace {

using namespace std::chrono_literals;

const QString TransactionPath = QStringLiteral("/v3/kv/txn");
constexpr auto AnswerTime = 1500ms;
constexpr int Patience = 20'000;

QString coded(const std::string &bytes)
{
    return QString::fromLatin1(QByteArray::fromStdString(bytes).toBase64());
}

QJsonObject putOf(const std::string &key, const std::string &value)
{
    return {{QStringLiteral("request_put"),
             QJsonObject{{QStringLiteral("key"), coded(key)}, {QStringLiteral("value"), coded(value)}}}};
}

QJsonObject deletionOf(const std::string &key)
{
    return {{QStringLiteral("request_delete_range"), QJsonObject{{QStringLiteral("key"), coded(key)}}}};
}

std::int64_t revisionIn(const QJsonValue &answer)
{
    return answer[QStringLiteral("header")][QStringLiteral("revision")].toString().toLongLong();
}

bool isDone(const QJsonObject &answer)
{
    return answer[QStringLiteral("succeeded")].toBool();
}

/// The writer's key, as a transaction found it that was not done.
struct OwnKeyFound {
    std::string tag;
    std::int64_t modified = 0;
};

OwnKeyFound ownKeyIn(const QJsonObject &range)
{
    const QJsonValue key = range[QStringLiteral("kvs")][0];
    return {QByteArray::fromBase64(key[QStringLiteral("value")].toString().toLatin1()).toStdString(),
            key[QStringLiteral("mod_revision")].toString().toLongLong()};
}

} // namespace

QJsonObject EtcdWriter::transaction(const std::vector<EtcdOp> &ops, const std::string &tag) const
{
    QJsonArray success;
    for (const EtcdOp &op : ops)
        success.append(op.value ? putOf(op.key, *op.value) : deletionOf(op.key));
    success.append(putOf(OwnKey, tag));
    const QJsonObject compare{{QStringLiteral("target"), QStringLiteral("MOD")},
                              {QStringLiteral("key"), coded(OwnKey)},
                              {QStringLiteral("mod_revision"), QString::number(m_own)}};
    const QJsonObject look{{QStringLiteral("request_range"), QJsonObject{{QStringLiteral("key"), coded(OwnKey)}}}};
    return {{QStringLiteral("compare"), QJsonArray{compare}},
            {QStringLiteral("success"), success},
            {QStringLiteral("failure"), QJsonArray{look}}};
}

void EtcdWriter::done(std::int64_t revision, std::vector<EtcdOp> ops, const std::string &tag)
{
    m_own = revision;
    ops.push_back({OwnKey, tag});
    m_log.note(revision, ops);
}

bool EtcdWriter::send(std::vector<EtcdOp> ops)
{
    if (!settle())
        return false;
    m_tag = "w" + std::to_string(++m_count);
    m_sent = std::move(ops);
    m_reply = m_members.post(m_member, TransactionPath, transaction(m_sent, m_tag));
    return true;
}

bool EtcdWriter::write(std::vector<EtcdOp> ops)
{
    return send(std::move(ops)) && settle();
}

bool EtcdWriter::settle()
{
    if (!m_reply)
        return true;
    EtcdMembers::wait(*m_reply, AnswerTime);
    const auto answer = EtcdMembers::answerOf(*m_reply);
    m_reply.reset();
    if (answer && isDone(*answer)) {
        ++writes;
        done(revisionIn(*answer), std::move(m_sent), m_tag);
        return true;
    }
    ++unknown;
    return readBack();
}

/// A transaction that changes nothing but the writer's key: once it is done, or is found not to be, the one that was
/// sent can come no more.
bool EtcdWriter::readBack()
{
    QElapsedTimer since;
    since.start();
    for (; since.elapsed() < Patience; m_member = (m_member + 1) % m_members.count()) {
        const std::string fence = "f" + std::to_string(++m_count);
        const auto answer = m_members.ask(m_member, TransactionPath, transaction({}, fence), AnswerTime);
        if (!answer) {
            EtcdMembers::pause();
            continue;
        }
        if (isDone(*answer)) {
            done(revisionIn(*answer), {}, fence);
            return true;
        }
        const QJsonValue looked = (*answer)[QStringLiteral("responses")][0][QStringLiteral("response_range")];
        const OwnKeyFound found = ownKeyIn(looked.toObject());
        if (found.modified == 0 || found.modified == m_own)
            return false; // a compare that did not hold, though it does
        if (found.tag == m_tag) {
            ++writes;
            ++read;
            done(found.modified, std::move(m_sent), m_tag);
        } else { // a fence before this one, of which nobody knew
            done(found.modified, {}, found.tag);
        }
        return true;
    }
    return false;
}

bool EtcdWriter::goOn()
{
    const QJsonObject query{{QStringLiteral("key"), coded(OwnKey)}};
    const auto answer = m_members.ask(m_member, QStringLiteral("/v3/kv/range"), query);
    m_own = answer ? ownKeyIn(*answer).modified : 0;
    return answer.has_value() && revisionIn(*answer) == m_log.revision();
}

} // namespace wk::etcdruns
