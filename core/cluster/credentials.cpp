// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/credentials.h"

#include "core/cluster/credentialwaiters.h"
#include "core/cluster/execsource.h"
#include "core/cluster/oidcsource.h"
#include "core/cluster/tokenfilesource.h"

namespace wk {

namespace {

/// A token that never changes, or a password, or none: a client certificate signs in with the connection itself.
class FixedSource : public CredentialSource
{
public:
    explicit FixedSource(Credential credential)
        : m_credential(std::move(credential))
    {}
    void credential(QObject *context, Answer answer) override
    {
        CredentialWaiters::answer(context, std::move(answer), m_credential);
    }
    void refused(const Credential &) override {}
    void forget() override {}

private:
    Credential m_credential;
};

} // namespace

std::unique_ptr<CredentialSource> makeCredentialSource(const ClusterAccess &access, Clock &clock, PluginRules rules)
{
    if (const auto *token = std::get_if<Secret>(&access.signIn))
        return std::make_unique<FixedSource>(Credential{.bearerToken = *token});
    if (const auto *basic = std::get_if<BasicAuth>(&access.signIn)) {
        QByteArray both = QByteArray::fromStdString(basic->user).append(':').append(basic->password.reveal());
        const Secret basicText(both.toBase64());
        wipe(both);
        return std::make_unique<FixedSource>(Credential{.basic = basicText});
    }
    if (const auto *file = std::get_if<TokenFile>(&access.signIn))
        return std::make_unique<TokenFileSource>(*file, clock);
    if (std::holds_alternative<OidcToken>(access.signIn))
        return std::make_unique<OidcSource>(access, clock);
    if (std::holds_alternative<ExecPlugin>(access.signIn))
        return std::make_unique<ExecSource>(access, clock, std::move(rules));
    return std::make_unique<FixedSource>(Credential());
}

} // namespace wk
