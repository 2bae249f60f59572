// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"
#include "core/cluster/credentialwaiters.h"
#include "core/cluster/documentfetch.h"
#include "core/cluster/etcd/etcdaccess.h"

#include <memory>
#include <optional>

namespace wk {

/// The token that etcd gives for a user and a password: asked for when somebody needs it, and again when it has been
/// refused, as tokens die when nobody uses them (--auth-token-ttl). Where there is no user there is no token. Worker
/// thread.
class EtcdLogin : public CredentialSource
{
public:
    /// `transport` needs no token itself, and outlives this.
    EtcdLogin(const EtcdAccess &access, Transport &transport);

    void credential(QObject *context, Answer answer) override;
    void refused(const Credential &credential) override;
    void forget() override {}

private:
    void signIn();
    void answered(const Result<QByteArray> &answer);

    const std::string m_user;
    const Secret m_password;
    Transport &m_transport;
    std::optional<Credential> m_current;
    std::unique_ptr<DocumentFetch> m_fetch;
    CredentialWaiters m_waiters;
};

} // namespace wk
