// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/program.h"
#include "tests/support/realcluster.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <memory>

namespace wk {

/// Two of `watchkeeper serve`, the built program, on one etcd; each with a kubeconfig of its own.
class TwoServers
{
public:
    TwoServers(QString etcd, QStringList more)
        : m_arguments(QStringList{text("serve"), text("--etcd-servers"), std::move(etcd)} + std::move(more))
    {}

    /// Why it did not begin to serve; empty when it does.
    QByteArray start(std::size_t index)
    {
        auto &server = m_servers[index];
        server = std::make_unique<Program>(m_home.path(), m_arguments);
        const bool serves = QTest::qWaitFor([&] { return server->out.endsWith(KubeconfigEnd); }, Patience);
        QFile file(kubeconfig(index));
        if (!serves || !file.open(QIODevice::WriteOnly) || file.write(server->out) != server->out.size())
            return "it does not serve: " + server->err;
        return {};
    }
    Program &server(std::size_t index) { return *m_servers[index]; }
    QString kubeconfig(std::size_t index) const { return m_home.filePath(QString::number(index)); }
    QString url(std::size_t index) const
    {
        return QRegularExpression(text("https://[0-9.:]+")).match(QString::fromUtf8(m_servers[index]->out)).captured();
    }
    /// As the administrator; its status and what it says.
    std::pair<int, QByteArray> ask(std::size_t index, const QString &path, const QByteArray &posted = {})
    {
        const QByteArray &config = m_servers[index]->out;
        QNetworkRequest request(QUrl(url(index) + path));
        request.setRawHeader("Authorization",
                             "Bearer " + config.mid(config.indexOf("token: ") + 7).split('\n').first());
        request.setHeader(QNetworkRequest::ContentTypeHeader, text("application/json"));
        const std::unique_ptr<QNetworkReply> reply(posted.isEmpty() ? m_manager.get(request)
                                                                    : m_manager.post(request, posted));
        reply->ignoreSslErrors();
        const bool hasEnded = QTest::qWaitFor([&reply] { return reply->isFinished(); }, 60'000);
        return {hasEnded ? reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() : 0, reply->readAll()};
    }
    QString home() const { return m_home.path(); }

    /// What each kind of object is called there and how new it is, by the program's own `get`; empty when it failed.
    QByteArray get(std::size_t index, const QStringList &what) const
    {
        Program get(m_home.path(), QStringList{text("get"), text("--kubeconfig"), kubeconfig(index)} + what);
        const bool hasEnded = QTest::qWaitFor([&get] { return get.hasEnded(); }, Patience);
        return hasEnded && get.exitCode() == 0 ? get.out : QByteArray();
    }

private:
    QTemporaryDir m_home;
    QNetworkAccessManager m_manager;
    QStringList m_arguments;
    std::array<std::unique_ptr<Program>, 2> m_servers;
};

} // namespace wk
