// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/readonlymanager.h"

#include <QNetworkCookie>
#include <QNetworkCookieJar>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>

#include <algorithm>
#include <array>

namespace wk {

namespace {

constexpr auto RefusedAttribute = QNetworkRequest::User;

/// What we send: a header that is not here could make another request of it (Upgrade, X-HTTP-Method-Override, …).
constexpr std::array<const char *, 5> AllowedHeaders{"accept", "accept-encoding", "accept-language", "authorization",
                                                     "user-agent"};

/// Takes no cookie and gives none.
class NoCookies : public QNetworkCookieJar
{
public:
    using QNetworkCookieJar::QNetworkCookieJar;
    QList<QNetworkCookie> cookiesForUrl(const QUrl &) const override { return {}; }
    bool setCookiesFromUrl(const QList<QNetworkCookie> &, const QUrl &) override { return false; }
};

/// Ends by itself and at once, as an error.
class RefusedReply : public QNetworkReply
{
public:
    RefusedReply(const QNetworkRequest &request, const QString &why, QObject *parent)
        : QNetworkReply(parent)
    {
        setRequest(request);
        setUrl(request.url());
        setAttribute(RefusedAttribute, true);
        setError(ContentAccessDenied, why);
        setFinished(true);
        const auto end = [this] {
            Q_EMIT errorOccurred(error());
            Q_EMIT finished();
        };
        QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
    }
    void abort() override {}

protected:
    qint64 readData(char *, qint64) override { return -1; }
};

/// Empty when it may go.
QString refusalOf(QNetworkAccessManager::Operation operation, const QNetworkRequest &request, const QIODevice *outgoing,
                  const RequestGuard &guard)
{
    if (operation != QNetworkAccessManager::GetOperation || outgoing ||
        request.attribute(QNetworkRequest::CustomVerbAttribute).isValid())
        return QStringLiteral("not sent: Watchkeeper only ever sends GET");
    const auto headers = request.rawHeaderList();
    const auto isAllowed = [](const QByteArray &header) {
        return std::any_of(AllowedHeaders.begin(), AllowedHeaders.end(),
                           [&](const char *allowed) { return header.toLower() == allowed; });
    };
    if (!std::all_of(headers.begin(), headers.end(), isAllowed))
        return QStringLiteral("not sent: the request has a header that no list or watch needs");
    const auto checked = guard.check(request.url(), request.rawHeader("Accept"));
    return checked ? QString() : QString::fromStdString(checked.error().text);
}

} // namespace

ReadOnlyManager::ReadOnlyManager(RequestGuard guard, const QNetworkProxy &proxy, QObject *parent)
    : QNetworkAccessManager(parent)
    , m_guard(std::move(guard))
{
    setProxy(proxy);
    setCookieJar(new NoCookies(this));
    setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    setStrictTransportSecurityEnabled(false);
    setAutoDeleteReplies(false);
}

bool ReadOnlyManager::isRefused(const QNetworkReply &reply)
{
    return reply.attribute(RefusedAttribute).toBool();
}

QNetworkReply *ReadOnlyManager::createRequest(Operation operation, const QNetworkRequest &request, QIODevice *outgoing)
{
    const QString refusal = refusalOf(operation, request, outgoing, m_guard);
    if (!refusal.isEmpty())
        return new RefusedReply(request, refusal, this);
    return QNetworkAccessManager::createRequest(operation, request, nullptr);
}

} // namespace wk
