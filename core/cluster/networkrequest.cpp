// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/networkrequest.h"

#include "core/cluster/exchangecontext.h"
#include "core/cluster/requesturl.h"

namespace wk {

bool asksForCompression(const QUrl &url, const ClusterAccess &access)
{
    return !access.disableCompression && !isLoopback(url);
}

QNetworkRequest networkRequest(const QUrl &url, const QByteArray &accept, const ExchangeContext &context,
                               const QByteArray &authorization)
{
    const ClusterAccess &access = context.access;
    QNetworkRequest request(url);
    request.setSslConfiguration(context.tls);
    if (!access.tlsServerName.empty())
        request.setPeerVerifyName(QString::fromStdString(access.tlsServerName));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setDecompressedSafetyCheckThreshold(-1); // it refuses honest lists; the exchange counts bytes itself
    request.setRawHeader("Accept", accept);
    request.setRawHeader("Accept-Language", "en");
    // Qt's own begins with Mozilla, for which API servers indent their JSON, to twice its size.
    request.setRawHeader("User-Agent", access.userAgent.isEmpty() ? QByteArray("watchkeeper/" WATCHKEEPER_VERSION)
                                                                  : access.userAgent);
    if (!asksForCompression(url, access))
        request.setRawHeader("Accept-Encoding", "identity");
    if (!authorization.isEmpty())
        request.setRawHeader("Authorization", authorization);
    return request;
}

} // namespace wk
