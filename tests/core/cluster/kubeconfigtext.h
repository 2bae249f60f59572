// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"

#include <QByteArray>

namespace wk {

/// A kubeconfig with one context "c" of cluster "k" and user "u"; the two bodies as flow maps.
inline QByteArray config(const QByteArray &cluster, const QByteArray &user)
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
           "clusters:\n- name: k\n  cluster: " +
           cluster +
           "\n"
           "contexts:\n- name: c\n  context: {cluster: k, user: u, namespace: prod}\n"
           "users:\n- name: u\n  user: " +
           user + "\n";
}

inline const QByteArray Https = "{server: 'https://h:6443'}";

inline QByteArray printSignIn(const SignIn &signIn)
{
    if (const auto *token = std::get_if<Secret>(&signIn))
        return "token " + token->reveal().toByteArray();
    if (const auto *file = std::get_if<TokenFile>(&signIn))
        return "file " + QByteArray::fromStdString(file->path) +
               (file->fallback.isEmpty() ? QByteArray() : QByteArray(" or " + file->fallback.reveal().toByteArray()));
    if (const auto *basic = std::get_if<BasicAuth>(&signIn))
        return "basic " + QByteArray::fromStdString(basic->user) + ":" + basic->password.reveal().toByteArray();
    if (const auto *oidc = std::get_if<OidcToken>(&signIn))
        return "id-token " + oidc->idToken.reveal().toByteArray() + " of " + QByteArray::fromStdString(oidc->issuer) +
               (oidc->isRefreshable ? ", refreshable" : "");
    if (const auto *plugin = std::get_if<ExecPlugin>(&signIn)) {
        QByteArray text = "exec " + QByteArray::fromStdString(plugin->program);
        for (const auto &argument : plugin->args)
            text += " " + QByteArray::fromStdString(argument);
        for (const auto &[name, value] : plugin->env)
            text += " " + QByteArray::fromStdString(name + "=" + value);
        const bool isUsual = plugin->interactive == InteractiveMode::IfAvailable;
        return isUsual ? text : text + (plugin->interactive == InteractiveMode::Always ? " asking" : " silent");
    }
    return "none";
}

/// In one line, with files and keys named only.
inline QByteArray print(const ClusterAccess &access)
{
    QByteArray text =
        access.server.toEncoded() + " ns=" + QByteArray::fromStdString(access.ns) + " " + printSignIn(access.signIn);
    if (!access.caPem.isEmpty())
        text += " ca";
    if (!access.clientCertPem.isEmpty())
        text += " cert";
    if (!access.clientKeyPem.isEmpty())
        text += " key";
    if (!access.tlsServerName.empty())
        text += " name=" + QByteArray::fromStdString(access.tlsServerName);
    if (access.skipTlsVerify)
        text += " unverified";
    if (access.disableCompression)
        text += " uncompressed";
    if (!access.proxy.isEmpty())
        text += " proxy=" + access.proxy.toEncoded();
    for (const auto &[name, value] : headersOf(access.as))
        text += ' ' + name.mid(int(sizeof "Impersonate-" - 1)) + '=' + value;
    return text;
}

} // namespace wk
