// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/accesschange.h"

#include "core/cluster/pem.h"

#include <QCryptographicHash>
#include <QSslCertificate>

namespace wk {

namespace {

/// Of the first certificate that can be read; how many more there are.
std::string authorityWords(const ClusterAccess &access)
{
    if (access.caPem.isEmpty())
        return {};
    const auto certificates = QSslCertificate::fromData(readableAuthorities(access.caPem), QSsl::Pem);
    if (certificates.isEmpty())
        return "?";
    const QByteArray digest = certificates.front().digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    const std::string more =
        certificates.size() > 1 ? " (+" + std::to_string(certificates.size() - 1) + ")" : std::string();
    return "SHA-256 " + digest.toStdString() + more;
}

bool isOfOneFile(const ClusterAccess &before, const ClusterAccess &now)
{
    return !now.files.authority.empty() && before.files.authority == now.files.authority;
}

const ExecPlugin *pluginOf(const ClusterAccess &access)
{
    return std::get_if<ExecPlugin>(&access.signIn);
}

/// Variables may hold what is secret: their names alone.
std::string pluginWords(const ExecPlugin *plugin)
{
    if (!plugin)
        return {};
    std::string words = plugin->program;
    for (const std::string &argument : plugin->args)
        words += ' ' + argument;
    for (const auto &[name, value] : plugin->env)
        words += ' ' + name + "=…";
    return words;
}

bool isOtherPlugin(const ExecPlugin *before, const ExecPlugin *now)
{
    return before && now ? !(*before == *now) : before != now;
}

std::string proxyWords(const ClusterAccess &access)
{
    return access.proxy.toString(QUrl::RemoveUserInfo).toStdString();
}

std::string actsAsWords(const Impersonation &as)
{
    std::string words = as.user;
    for (const std::string &group : as.groups)
        words += " (" + group + ")";
    return words;
}

} // namespace

std::vector<AccessChange> wayChanges(const ClusterAccess &before, const ClusterAccess &now)
{
    using Part = AccessChange::Part;
    std::vector<AccessChange> changes;
    const auto compare = [&](Part part, bool isOther, std::string was, std::string is) {
        if (isOther)
            changes.push_back({part, std::move(was), std::move(is)});
    };
    compare(Part::Server, before.server != now.server, before.server.toString().toStdString(),
            now.server.toString().toStdString());
    compare(Part::Authority, before.caPem != now.caPem && !isOfOneFile(before, now), authorityWords(before),
            authorityWords(now));
    compare(Part::Verification, before.skipTlsVerify != now.skipTlsVerify, before.skipTlsVerify ? "no" : "yes",
            now.skipTlsVerify ? "no" : "yes");
    compare(Part::ServerName, before.tlsServerName != now.tlsServerName, before.tlsServerName, now.tlsServerName);
    compare(Part::Proxy, before.proxy != now.proxy, proxyWords(before), proxyWords(now));
    compare(Part::Plugin, isOtherPlugin(pluginOf(before), pluginOf(now)), pluginWords(pluginOf(before)),
            pluginWords(pluginOf(now)));
    compare(Part::ActsAs, !(before.as == now.as), actsAsWords(before.as), actsAsWords(now.as));
    return changes;
}

bool reachesAlike(ClusterAccess one, const ClusterAccess &other)
{
    one.ns = other.ns;
    return one == other;
}

bool hasOtherCredentials(const ClusterAccess &before, const ClusterAccess &now)
{
    return !(before.signIn == now.signIn) || before.clientCertPem != now.clientCertPem ||
           !(before.clientKeyPem == now.clientKeyPem) || !(before.files == now.files) || before.user != now.user;
}

} // namespace wk
