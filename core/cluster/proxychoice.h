// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QUrl>

class QNetworkProxy;

namespace wk {

/// The environment's words on proxies.
struct ProxyEnvironment {
    QByteArray httpProxy;
    QByteArray httpsProxy;
    QByteArray noProxy;

    /// HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or their lower-case twins where those are empty.
    static ProxyEnvironment current();
};

/// The proxy on the way to `server`: `configured` (a kubeconfig's proxy-url) if there is one, else by Go's rules from
/// the environment, as kubectl does; QNetworkProxy::NoProxy for a direct connection. Any thread. ProxyFailed for a URL
/// that is none, and for a kind of proxy that Qt does not speak: https. Source: golang.org/x/net/http/httpproxy.
Result<QNetworkProxy> proxyFor(const QUrl &server, const QUrl &configured, const ProxyEnvironment &environment);

} // namespace wk
