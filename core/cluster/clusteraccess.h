// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/cluster/impersonation.h"

#include <QByteArray>
#include <QUrl>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wk {

/// Whether a credential plugin asks on standard input: never, where that is a terminal, or always, so that it cannot
/// run without. Source: client-go tools/clientcmd/api, ExecInteractiveMode.
enum class InteractiveMode { Never, IfAvailable, Always };

/// A credential plugin as the kubeconfig names it. Source: client.authentication.k8s.io, kubeconfig v1 ExecConfig.
struct ExecPlugin {
    std::string apiVersion;
    std::string command; ///< as written
    std::string program; ///< resolved: absolute, or a bare name to be looked up in PATH
    std::vector<std::string> args;
    std::vector<std::pair<std::string, std::string>> env;
    std::string installHint;
    InteractiveMode interactive = InteractiveMode::IfAvailable;
    bool provideClusterInfo = false;
    std::string clusterConfig; ///< JSON that the cluster's entry holds for plugins; empty when it holds none

    bool operator==(const ExecPlugin &) const = default;
};

/// A file that holds a bearer token; read again while it is used, since it is replaced under us.
struct TokenFile {
    std::string path;
    Secret fallback; ///< the token given beside it: used for as long as the file could not be read; may be empty

    bool operator==(const TokenFile &) const = default;
};

/// A user name and a password, which are sent with each request. Source: RFC 7617.
struct BasicAuth {
    std::string user;
    Secret password;

    bool operator==(const BasicAuth &) const = default;
};

/// The id-token that an OpenID Connect provider gave to kubectl, which keeps it in the kubeconfig and fetches another
/// one when it has expired. It is sent as a bearer token while it is valid. Source: client-go
/// plugin/pkg/client/auth/oidc.
struct OidcToken {
    Secret idToken;
    std::string issuer;
    bool isRefreshable = false; ///< a refresh-token is beside it, which only kubectl uses

    bool operator==(const OidcToken &) const = default;
};

/// How the user proves who they are, besides a client certificate. Secret: a bearer token.
using SignIn = std::variant<std::monostate, Secret, TokenFile, BasicAuth, ExecPlugin, OidcToken>;

/// The files that certificates and keys were read from, which may be replaced while they are used; empty for what the
/// kubeconfig holds itself.
struct CertificateFiles {
    std::string authority{};
    std::string clientCertificate{};
    std::string clientKey{};

    bool operator==(const CertificateFiles &) const = default;
};

/// How to reach one cluster and with whose rights: a kubeconfig's context, resolved. All files but the token file have
/// been read, those of certificates are read again when they change; nothing else of the kubeconfig is needed any more.
struct ClusterAccess {
    std::string context;
    std::string cluster;
    std::string user;
    std::string ns;          ///< of the context; empty when it names none
    std::string source;      ///< path of the kubeconfig, or "demo"
    bool isFromPipe = false; ///< the path says nothing of what was read there: another run finds something else
    QUrl server;
    QByteArray caPem; ///< empty: the system's certificates
    QByteArray clientCertPem;
    Secret clientKeyPem;
    CertificateFiles files; ///< of the three above
    std::string tlsServerName;
    bool skipTlsVerify = false;
    bool disableCompression = false;
    QUrl proxy; ///< empty: from the environment, by Go's rules
    SignIn signIn;
    Impersonation as;     ///< whose answers are asked for, with the rights of who signs in
    QByteArray userAgent; ///< empty: Watchkeeper's own

    bool operator==(const ClusterAccess &) const = default;
};

} // namespace wk
