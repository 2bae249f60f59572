// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubetransport.h"

#include "core/cluster/exchange.h"
#include "core/cluster/exchangecontext.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace wk {

namespace {

/// The caller's hold on an exchange, which may have gone before it.
class KubeCall : public HttpCall
{
public:
    explicit KubeCall(Exchange *exchange)
        : m_exchange(exchange)
    {}
    ~KubeCall() override
    {
        if (m_exchange)
            m_exchange->abandon();
    }
    void setSilence(std::chrono::milliseconds silence) override
    {
        if (m_exchange)
            m_exchange->setSilence(silence);
    }

private:
    QPointer<Exchange> m_exchange;
};

} // namespace

struct KubeTransport::Private {
    Private(const ClusterAccess &access, Clock &clock, CredentialSource &credentials)
        : context(access, clock, credentials, kubeDialect(access))
    {
        context.retired = [this] { endWatches(); };
    }
    /// Those that are on a connection by now. Later: whoever adopts a credential may be on the stack.
    void endWatches()
    {
        std::vector<QPointer<Exchange>> held;
        for (auto *exchange : exchanges.findChildren<Exchange *>(QString(), Qt::FindDirectChildrenOnly)) {
            if (exchange->isHeldWatch())
                held.emplace_back(exchange);
        }
        QMetaObject::invokeMethod(
            &exchanges,
            [held = std::move(held)] {
                for (const QPointer<Exchange> &exchange : held) {
                    if (exchange && exchange->isHeldWatch())
                        exchange->endForRenewal();
                }
            },
            Qt::QueuedConnection);
    }

    ExchangeContext context;
    QObject exchanges; ///< their parent: they go before the pool they wait at
};

KubeTransport::KubeTransport(const ClusterAccess &access, Clock &clock, CredentialSource &credentials)
    : d(std::make_unique<Private>(access, clock, credentials))
{}

KubeTransport::~KubeTransport() = default;

std::unique_ptr<HttpCall> KubeTransport::get(HttpRequest request, HttpObserver *observer)
{
    return std::make_unique<KubeCall>(new Exchange(d->context, std::move(request), observer, &d->exchanges));
}

void KubeTransport::forgetConnections()
{
    d->context.credentials.forget();
    d->context.way.tls.setSessionTicket({});
    retireConnections();
}

void KubeTransport::retireConnections()
{
    d->context.pool.retireAll();
}

void KubeTransport::renew(const ClusterAccess &access)
{
    d->context.renew(access);
}

const ServerNotes &KubeTransport::notes() const
{
    return d->context.notes;
}

int KubeTransport::connectionCount() const
{
    return d->context.pool.count();
}

} // namespace wk
