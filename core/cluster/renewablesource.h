// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"

#include <memory>

namespace wk {

/// The credential source of an access whose kubeconfig may get another one: from then on that is asked. Worker thread.
class RenewableSource : public CredentialSource
{
public:
    /// As makeCredentialSource().
    RenewableSource(const ClusterAccess &access, Clock &clock, PluginRules rules);

    /// A way to sign in that is the same as before keeps what it has: no plugin runs for it.
    void renew(const ClusterAccess &access);

    void credential(QObject *context, Answer answer) override;
    void refused(const Credential &credential) override;
    void forget() override;
    void listen(PluginListener listener) override;
    void cancel() override;
    void resume() override;
    bool isBusy() const override;

private:
    Clock &m_clock;
    PluginRules m_rules;
    PluginListener m_listener;
    SignIn m_signIn;
    std::unique_ptr<CredentialSource> m_source;
    std::unique_ptr<CredentialSource> m_before; ///< whoever waits for it still hears of it
};

} // namespace wk
