// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QNetworkRequest>
#include <QUrl>

namespace wk {

class ExchangeContext;
struct ClusterAccess;

/// Whether answers are asked for compressed: not from this machine, nor where the kubeconfig says no.
bool asksForCompression(const QUrl &url, const ClusterAccess &access);

/// The one way in which a request to an API server is dressed: HTTP/1.1, no redirects, cookies or cache, our own
/// User-Agent, the cluster's TLS. `authorization`: the header's value, empty for none. The transport's thread. Each
/// setting's reason: facts/qt-network.md, 3 to 7.
QNetworkRequest networkRequest(const QUrl &url, const QByteArray &accept, const ExchangeContext &context,
                               const QByteArray &authorization);

} // namespace wk
