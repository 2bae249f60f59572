// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/cluster/clusteraccess.h"

#include <nlohmann/json.hpp>

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>

#include <memory>

namespace wk {

/// Writes to an API server as kubectl does, which nothing else of ours can. Each call waits for its answer and returns
/// the HTTP status; 0 when there was none.
class Person
{
public:
    explicit Person(const ClusterAccess &access)
        : m_access(access)
    {}

    int post(const QByteArray &path, const apiserver::Json &body)
    {
        return send("POST", path, body, "application/json");
    }
    int patch(const QByteArray &path, const apiserver::Json &body, const char *type = "application/merge-patch+json")
    {
        return send("PATCH", path, body, type);
    }
    int remove(const QByteArray &path) { return send("DELETE", path, {}, "application/json"); }

private:
    int send(const char *verb, const QByteArray &path, const apiserver::Json &body, const char *type)
    {
        QUrl url = m_access.server;
        url.setPath(QString::fromLatin1(path));
        QNetworkRequest request(url);
        request.setRawHeader("User-Agent", "kubectl/v1.32.0");
        request.setRawHeader("Content-Type", type);
        request.setRawHeader("Authorization", "Bearer " + std::get<Secret>(m_access.signIn).reveal().toByteArray());
        const QByteArray bytes = body.is_null() ? QByteArray() : QByteArray::fromStdString(apiserver::encode(body));
        const std::unique_ptr<QNetworkReply> reply(m_network.sendCustomRequest(request, verb, bytes));
        QSignalSpy finished(reply.get(), &QNetworkReply::finished);
        finished.wait(10'000);
        return reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    }

    const ClusterAccess m_access;
    QNetworkAccessManager m_network;
};

} // namespace wk
