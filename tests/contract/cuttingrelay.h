// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkProxy>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <optional>

#include <sys/socket.h>

namespace wk::matrix {

/// A way to a TLS server that hears what clients say in the clear, their greeting, and is cut after so many bytes of
/// what the server says. In the test's own thread.
class CuttingRelay : public QTcpServer
{
public:
    explicit CuttingRelay(quint16 target)
        : m_target(target)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const client = nextPendingConnection())
                lead(client);
        });
    }
    QUrl url() const { return QUrl(QStringLiteral("https://127.0.0.1:%1").arg(serverPort())); }

    /// After so many bytes more there is FIN, or RST: each connection ends, once.
    void cutAfter(qint64 bytes, bool byReset = false)
    {
        m_left = bytes;
        m_resets = byReset;
        if (bytes == 0 && !m_clients.isEmpty())
            cut();
    }
    void mend() { m_left.reset(); }
    bool isCut() const { return m_isCut; }

    QByteArrayList greetings; ///< the first bytes of each connection, from the client
    qint64 passed = 0;        ///< bytes of the server's

private:
    void lead(QTcpSocket *client)
    {
        client->setParent(this);
        m_clients.append(client);
        auto *const server = new QTcpSocket(client);
        server->setProxy(QNetworkProxy::NoProxy);
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
        connect(client, &QIODevice::readyRead, server, [this, client, server] {
            const QByteArray said = client->readAll();
            if (!client->property("greeted").toBool())
                greetings.append(said);
            client->setProperty("greeted", true);
            server->write(said);
        });
        connect(server, &QIODevice::readyRead, client, [this, client, server] {
            QByteArray said = server->readAll();
            const bool isLast = m_left && said.size() >= *m_left;
            if (isLast)
                said.truncate(qsizetype(*m_left));
            if (m_left)
                *m_left -= said.size();
            passed += said.size();
            client->write(said);
            if (isLast)
                cut();
        });
        connect(server, &QAbstractSocket::disconnected, client, &QAbstractSocket::disconnectFromHost);
        connect(client, &QAbstractSocket::disconnected, client, &QObject::deleteLater);
    }
    /// What has been said gets there.
    void cut()
    {
        m_isCut = true;
        m_left.reset();
        for (const auto &client : std::exchange(m_clients, {})) {
            if (!client)
                continue;
            client->flush();
            const linger now{.l_onoff = 1, .l_linger = 0};
            if (m_resets)
                ::setsockopt(int(client->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
            client->abort();
        }
    }

    quint16 m_target;
    std::optional<qint64> m_left;
    bool m_resets = false;
    bool m_isCut = false;
    QList<QPointer<QTcpSocket>> m_clients;
};

} // namespace wk::matrix
