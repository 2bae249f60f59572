// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/renewablesource.h"

#include <utility>

namespace wk {

RenewableSource::RenewableSource(const ClusterAccess &access, Clock &clock, PluginRules rules)
    : m_clock(clock)
    , m_rules(std::move(rules))
    , m_signIn(access.signIn)
    , m_source(makeCredentialSource(access, clock, m_rules))
{}

void RenewableSource::renew(const ClusterAccess &access)
{
    if (access.signIn == m_signIn)
        return;
    m_signIn = access.signIn;
    m_before = std::exchange(m_source, makeCredentialSource(access, m_clock, m_rules));
    if (m_listener)
        m_source->listen(m_listener);
}

void RenewableSource::credential(QObject *context, Answer answer)
{
    m_source->credential(context, std::move(answer));
}

void RenewableSource::refused(const Credential &credential)
{
    m_source->refused(credential);
}

void RenewableSource::forget()
{
    m_source->forget();
}

void RenewableSource::listen(PluginListener listener)
{
    m_listener = listener;
    m_source->listen(std::move(listener));
}

void RenewableSource::cancel()
{
    m_source->cancel();
}

void RenewableSource::resume()
{
    m_source->resume();
}

bool RenewableSource::isBusy() const
{
    return m_source->isBusy();
}

} // namespace wk
