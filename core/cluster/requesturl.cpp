// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/requesturl.h"

#include <QHostAddress>

namespace wk {

QUrl requestUrl(const QUrl &server, const HttpRequest &request)
{
    QString path = server.path(QUrl::FullyEncoded);
    while (path.endsWith(QLatin1Char('/')))
        path.chop(1);
    // QUrlQuery leaves + , ( ) and / alone, some of which servers decode: each value is encoded whole.
    QByteArray query;
    for (const auto &[key, value] : request.query) {
        if (!query.isEmpty())
            query += '&';
        query +=
            QUrl::toPercentEncoding(QString::fromUtf8(key)) + '=' + QUrl::toPercentEncoding(QString::fromUtf8(value));
    }
    QUrl url;
    url.setScheme(server.scheme());
    url.setHost(server.host());
    url.setPort(server.port());
    url.setPath(path + QString::fromUtf8(request.path), QUrl::TolerantMode);
    if (!query.isEmpty())
        url.setQuery(QString::fromLatin1(query), QUrl::StrictMode);
    return url;
}

bool isLoopback(const QUrl &url)
{
    return url.host().compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0 ||
           QHostAddress(url.host()).isLoopback();
}

QString serverName(const QUrl &url)
{
    const QString host = url.host();
    const int port = url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
    return (host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(host).arg(port);
}

} // namespace wk
