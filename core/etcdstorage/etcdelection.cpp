// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdelection.h"

#include "core/source/etcd/etcdreply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace wk {

namespace {

std::int64_t numberIn(const QJsonObject &object, const char *field)
{
    return object.value(QLatin1String(field)).toString().toLongLong();
}

QJsonObject objectOf(const QByteArray &answer)
{
    return QJsonDocument::fromJson(answer.trimmed()).object();
}

} // namespace

EtcdElection::EtcdElection(Transport &transport, Clock &clock, std::string key, std::string name, Changed changed)
    : m_transport(transport)
    , m_clock(clock)
    , m_key(std::move(key))
    , m_name(std::move(name))
    , m_changed(std::move(changed))
{
    later(std::chrono::milliseconds(0));
}

EtcdElection::~EtcdElection() = default;

void EtcdElection::step()
{
    m_asked = m_clock.now();
    if (m_lease == 0)
        ask(etcdLeaseGrant(LeaseLife), &EtcdElection::granted);
    else
        ask(etcdLeaseKeepAlive(m_lease), &EtcdElection::kept);
}

void EtcdElection::ask(const HttpRequest &request, void (EtcdElection::*then)(const QByteArray &))
{
    m_fetch = std::make_unique<DocumentFetch>(m_transport, request, [this, then](const Result<QByteArray> &answer) {
        const auto fetch = std::move(m_fetch); // which this is called from
        if (answer)
            (this->*then)(*answer);
        else
            later(std::chrono::seconds(1));
    });
}

void EtcdElection::granted(const QByteArray &answer)
{
    m_lease = numberIn(objectOf(answer), "ID");
    if (m_lease == 0)
        return later(KeepAlive);
    m_heard = m_asked;
    ask(etcdTransaction({m_key, 0, m_name, m_lease}), &EtcdElection::voted);
}

void EtcdElection::kept(const QByteArray &answer)
{
    if (numberIn(objectOf(answer).value(QLatin1String("result")).toObject(), "TTL") <= 0) { // it is no more
        m_lease = 0;
        choose(false);
        return later(std::chrono::milliseconds(0));
    }
    m_heard = m_asked;
    ask(etcdTransaction({m_key, 0, m_name, m_lease}), &EtcdElection::voted);
}

/// The key is ours where it has our lease, whoever heard the answer to putting it.
void EtcdElection::voted(const QByteArray &answer)
{
    const auto reply = EtcdReplyReader().transaction({answer.constData(), std::size_t(answer.size())});
    if (reply)
        choose(reply->isDone || (!reply->keys.empty() && reply->keys.front().lease == m_lease));
    later(KeepAlive);
}

void EtcdElection::later(std::chrono::milliseconds delay)
{
    m_next = m_clock.after(delay, [this] { step(); });
}

void EtcdElection::choose(bool isChosen)
{
    if (isChosen)
        m_end = m_clock.after(Patience - (m_clock.now() - m_heard), [this] { choose(false); });
    else
        m_end.cancel();
    if (std::exchange(m_isChosen, isChosen) != isChosen)
        m_changed(isChosen);
}

} // namespace wk
