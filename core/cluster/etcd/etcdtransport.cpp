// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdtransport.h"

#include "core/cluster/etcd/etcderror.h"
#include "core/cluster/etcd/etcdguard.h"
#include "core/cluster/exchange.h"
#include "core/cluster/exchangecontext.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

Dialect etcdDialect(const EtcdAccess &access, const QUrl &member, const EtcdTransport::MakeGuard &makeGuard)
{
    return {makeGuard ? makeGuard(member) : std::make_unique<EtcdGuard>(member), {}, !access.user.empty(), &etcdError};
}

/// Nobody has heard the question.
bool isUnheard(ErrorKind kind)
{
    return kind == ErrorKind::NameNotFound || kind == ErrorKind::Refused || kind == ErrorKind::TlsUntrusted ||
           kind == ErrorKind::TlsFailed;
}

/// What another member may do better.
bool isOfOneMember(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NameNotFound:
    case ErrorKind::Refused:
    case ErrorKind::TimedOut:
    case ErrorKind::ConnectionLost:
    case ErrorKind::TlsUntrusted:
    case ErrorKind::TlsFailed:
    case ErrorKind::ServerError: return true;
    default: return false;
    }
}

} // namespace

ClusterAccess accessOfMember(const EtcdAccess &access, const QUrl &endpoint)
{
    ClusterAccess member;
    member.server = endpoint;
    member.user = access.user;
    member.caPem = access.caPem;
    member.clientCertPem = access.clientCertPem;
    member.clientKeyPem = access.clientKeyPem;
    member.skipTlsVerify = access.skipTlsVerify;
    member.disableCompression = true;
    return member;
}

/// A question, at one member after the other.
class EtcdTransport::Call : public HttpCall, private HttpObserver
{
public:
    Call(EtcdTransport &transport, HttpRequest request, HttpObserver *observer)
        : m_transport(transport)
        , m_request(std::move(request))
        , m_observer(observer)
        , m_member(transport.m_current)
        , m_calls(transport.m_calls)
    {
        m_calls->push_back(this);
        ask();
    }
    ~Call() override
    {
        std::erase(*m_calls, this);
        if (m_exchange)
            m_exchange->abandon();
    }
    /// Whether somebody watches there since before that question was asked.
    bool watchesSinceBefore(std::uint64_t question) const
    {
        return m_request.lane == RequestLane::Watch && m_question < question && m_exchange && m_head.status == 200;
    }
    std::size_t member() const { return m_member; }
    void breakOff(const Error &error)
    {
        std::exchange(m_exchange, nullptr)->abandon();
        m_observer->finished(error); // who may destroy us
    }
    void setSilence(std::chrono::milliseconds silence) override
    {
        m_request.silence = silence;
        if (m_exchange)
            m_exchange->setSilence(silence);
    }

private:
    void ask()
    {
        ++m_asked;
        m_question = ++m_transport.m_questions;
        m_exchange = new Exchange(*m_transport.m_members[m_member], m_request, this, &m_transport.m_exchanges);
    }
    void head(const HttpHead &head) override
    {
        m_head = head;
        if (head.status != 200)
            return;
        m_transport.answered(m_member, m_question);
        m_observer->head(head);
    }
    void body(QByteArrayView bytes) override { m_observer->body(bytes); }
    void finished(std::optional<Error> error) override
    {
        const bool hasAnswer = m_head.status == 200;
        if (error && error->kind == ErrorKind::TimedOut && m_head.status == 0)
            m_transport.leave(m_member, m_question);
        if (error && !hasAnswer && isOfOneMember(error->kind)) {
            m_member = (m_member + 1) % m_transport.m_members.size();
            const bool mayRepeat = !m_request.isSentOnce || isUnheard(error->kind);
            if (mayRepeat && m_asked < m_transport.m_members.size())
                return ask();
            m_transport.m_current = m_member; // who comes next asks another one first
        }
        HttpObserver *observer = m_observer; // who may destroy us
        if (!hasAnswer && m_head.status != 0)
            observer->head(m_head);
        observer->finished(std::move(error));
    }

    EtcdTransport &m_transport;
    HttpRequest m_request;
    HttpObserver *m_observer;
    std::size_t m_member;
    const std::shared_ptr<std::vector<Call *>> m_calls; ///< may outlive the transport, as we may
    std::size_t m_asked = 0;
    std::uint64_t m_question = 0;
    HttpHead m_head;
    QPointer<Exchange> m_exchange;
};

EtcdTransport::EtcdTransport(const EtcdAccess &access, Clock &clock, CredentialSource &credentials,
                             const MakeGuard &makeGuard)
{
    Q_ASSERT(!access.endpoints.empty());
    for (const QUrl &member : access.endpoints)
        m_members.push_back(std::make_unique<ExchangeContext>(accessOfMember(access, member), clock, credentials,
                                                              etcdDialect(access, member, makeGuard)));
}

EtcdTransport::~EtcdTransport() = default;

std::unique_ptr<HttpCall> EtcdTransport::get(HttpRequest request, HttpObserver *observer)
{
    return std::make_unique<Call>(*this, std::move(request), observer);
}

/// All are asked where the last answer came from. A watch stays where nobody looks any more whether it is alive.
void EtcdTransport::answered(std::size_t member, std::uint64_t question)
{
    if (question < m_answered)
        return;
    m_answered = question;
    m_current = member;
    endWatches(question, [member](std::size_t other) { return other != member; });
}

void EtcdTransport::leave(std::size_t member, std::uint64_t question)
{
    endWatches(question, [member](std::size_t other) { return other == member; });
}

/// In the next turn, as whoever hears of it may ask for something else, or destroy others.
void EtcdTransport::endWatches(std::uint64_t question, const std::function<bool(std::size_t member)> &isThere)
{
    const auto isIt = [question, isThere](const Call *call) {
        return call->watchesSinceBefore(question) && isThere(call->member());
    };
    if (std::ranges::none_of(*m_calls, isIt))
        return;
    const auto breakOff = [this, isIt] {
        const Error error{ErrorKind::ConnectionLost, "Another member of the etcd cluster is asked now.", "etcd"};
        for (auto call = m_calls->end(); (call = std::ranges::find_if(*m_calls, isIt)) != m_calls->end();)
            (*call)->breakOff(error);
    };
    QMetaObject::invokeMethod(&m_exchanges, breakOff, Qt::QueuedConnection);
}

void EtcdTransport::forgetConnections()
{
    for (const auto &member : m_members) {
        member->credentials.forget();
        member->way.tls.setSessionTicket({});
        member->pool.retireAll();
    }
}

} // namespace wk
