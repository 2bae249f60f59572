// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/requestguard.h"

#include <QNetworkAccessManager>

namespace wk {

/// A QNetworkAccessManager out of which nothing comes but a GET that its RequestGuard lets pass: not by a programming
/// mistake either. No cookies, no HSTS, no cache, no redirects, no proxy but the given. The thread that made it; one
/// thread of Qt's own behind each. A refused request ends as isRefused() says, without a byte on the wire (S2).
class ReadOnlyManager : public QNetworkAccessManager
{
    Q_OBJECT

public:
    explicit ReadOnlyManager(RequestGuard guard, const QNetworkProxy &proxy, QObject *parent = nullptr);

    static bool isRefused(const QNetworkReply &reply);

Q_SIGNALS:
    /// One of its requests was sent once more, by Qt itself, over a connection that was made anew. Qt counts such a
    /// connection among those that will serve the requests behind it, so one of these may wait for ever.
    void resent();

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request, QIODevice *outgoing) override;

private:
    RequestGuard m_guard;
};

} // namespace wk
