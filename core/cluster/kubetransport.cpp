// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubetransport.h"

#include "core/cluster/exchange.h"
#include "core/cluster/exchangecontext.h"

#include <QObject>
#include <QPointer>

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
    {}

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

const ServerNotes &KubeTransport::notes() const
{
    return d->context.notes;
}

int KubeTransport::connectionCount() const
{
    return d->context.pool.count();
}

} // namespace wk
