// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/proxychoice.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QString>

#include <algorithm>

namespace wk {

namespace {

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
}

/// One entry of NO_PROXY against the server: an address with or without a port, a network, a name and all below it, or
/// with a leading dot only what is below it.
bool isExempted(QString entry, const QString &host, int port)
{
    if (entry == QLatin1String("*"))
        return true;
    const QHostAddress address(host);
    if (entry.contains(QLatin1Char('/'))) {
        const auto network = QHostAddress::parseSubnet(entry);
        return !address.isNull() && !network.first.isNull() && address.isInSubnet(network);
    }
    const QUrl parsed(QStringLiteral("//") + (QHostAddress(entry).protocol() == QHostAddress::IPv6Protocol
                                                  ? QStringLiteral("[%1]").arg(entry)
                                                  : entry));
    if (parsed.port() != -1) {
        if (parsed.port() != port)
            return false;
        entry = parsed.host();
    }
    if (entry.startsWith(QLatin1String("*.")))
        entry.remove(0, 1);
    const QHostAddress entryAddress(entry);
    if (!entryAddress.isNull())
        return entryAddress == address;
    if (entry.isEmpty())
        return false;
    const bool onlyBelow = entry.startsWith(QLatin1Char('.'));
    return host.endsWith(onlyBelow ? entry : QLatin1Char('.') + entry) || (!onlyBelow && host == entry);
}

bool isDirect(const QUrl &server, const QByteArray &noProxy)
{
    const QString host = server.host().toLower();
    if (host == QLatin1String("localhost") || QHostAddress(host).isLoopback())
        return true;
    const QStringList entries = QString::fromUtf8(noProxy).toLower().split(QLatin1Char(','), Qt::SkipEmptyParts);
    return std::any_of(entries.begin(), entries.end(),
                       [&](const QString &entry) { return isExempted(entry.trimmed(), host, portOf(server)); });
}

Result<QNetworkProxy> proxyOf(const QUrl &url)
{
    const QString scheme = url.scheme().toLower();
    const bool isSocks = scheme == QLatin1String("socks5") || scheme == QLatin1String("socks5h");
    const std::string shown = url.toString(QUrl::RemoveUserInfo).toStdString();
    if (scheme == QLatin1String("https"))
        return Error{
            ErrorKind::ProxyFailed,
            "A proxy that is itself reached over https is not supported. Use its http:// or socks5:// address.", shown};
    if (!url.isValid() || url.host().isEmpty() || (!isSocks && scheme != QLatin1String("http")))
        return Error{ErrorKind::ProxyFailed,
                     "The proxy's address cannot be used. It should look like http://host:port or socks5://host:port.",
                     shown};
    const auto port = static_cast<quint16>(url.port(isSocks ? 1080 : 80));
    return QNetworkProxy(isSocks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(), port,
                         url.userName(QUrl::FullyDecoded), url.password(QUrl::FullyDecoded));
}

QByteArray variable(const char *upper, const char *lower)
{
    const QByteArray value = qgetenv(upper);
    return value.isEmpty() ? qgetenv(lower) : value;
}

} // namespace

ProxyEnvironment ProxyEnvironment::current()
{
    return {variable("HTTP_PROXY", "http_proxy"), variable("HTTPS_PROXY", "https_proxy"),
            variable("NO_PROXY", "no_proxy")};
}

Result<QNetworkProxy> proxyFor(const QUrl &server, const QUrl &configured, const ProxyEnvironment &environment)
{
    if (!configured.isEmpty())
        return proxyOf(configured);
    const QByteArray value = server.scheme() == QLatin1String("https") ? environment.httpsProxy : environment.httpProxy;
    if (value.isEmpty() || isDirect(server, environment.noProxy))
        return QNetworkProxy(QNetworkProxy::NoProxy);
    const QString text = QString::fromUtf8(value).trimmed();
    return proxyOf(QUrl(text.contains(QLatin1String("://")) ? text : QStringLiteral("http://") + text));
}

} // namespace wk
