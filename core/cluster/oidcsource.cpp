// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/oidcsource.h"

#include "core/cluster/credentialwaiters.h"
#include "core/cluster/jwtexpiry.h"
#include "core/cluster/kubeconfig.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::chrono::seconds Margin{10}; ///< client-go's expiryDelta

/// For a shell.
std::string quoted(const std::string &word)
{
    constexpr std::string_view Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@+=";
    if (!word.empty() && word.find_first_not_of(Plain) == std::string::npos)
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// What makes kubectl fetch another token and write it down.
std::string refreshCommand(const ClusterAccess &access)
{
    const auto usual = defaultKubeconfigFiles();
    const bool isUsual = std::find(usual.begin(), usual.end(), access.source) != usual.end();
    return "kubectl" + (isUsual ? "" : " --kubeconfig " + quoted(access.source)) + " --context " +
           quoted(access.context) + " get --raw /version";
}

std::string_view viewOf(const Secret &secret)
{
    return {secret.reveal().data(), std::size_t(secret.reveal().size())};
}

} // namespace

OidcSource::OidcSource(const ClusterAccess &access, Clock &clock)
    : m_access(access)
    , m_token(std::get<OidcToken>(access.signIn))
    , m_clock(clock)
    , m_expires(jwtExpiry(viewOf(m_token.idToken)))
{}

void OidcSource::credential(QObject *context, Answer answer)
{
    const bool isValid = m_expires && m_clock.wallNow() + Margin < *m_expires;
    CredentialWaiters::answer(context, std::move(answer),
                              isValid ? Result<Credential>(Credential{.bearerToken = m_token.idToken})
                                      : Result<Credential>(unusable()));
}

Error OidcSource::unusable() const
{
    std::string text = "The id-token of \"" + m_access.user + "\" ";
    if (m_token.idToken.isEmpty())
        text = "The kubeconfig has no id-token of \"" + m_access.user + "\"";
    else if (!m_expires)
        text += "does not say until when it is valid, so it is not used";
    else
        text += "expired at " + formatTime(*m_expires) + ", and the clock here says " + formatTime(m_clock.wallNow());
    text += ". Watchkeeper talks to the API server alone, so it fetches no other one from " + m_token.issuer + ". ";
    if (m_token.isRefreshable)
        text += "kubectl does: run \"" + refreshCommand(m_access) +
                "\". What it writes into the kubeconfig is used from then on.";
    else
        text += "There is no refresh-token either: sign in again with the program that wrote it.";
    return {ErrorKind::CredentialFailed, std::move(text), m_access.source};
}

} // namespace wk
