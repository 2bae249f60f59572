// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <vector>

namespace wk::test {

/// The way to a server on this machine, which a test can cut and mend. In the test's own thread.
class Relay : public QTcpServer
{
public:
    explicit Relay(quint16 target)
        : m_target(target)
    {
        listen(QHostAddress::LocalHost);
        m_port = serverPort();
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const client = nextPendingConnection())
                lead(client);
        });
    }

    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port)); }
    void cut()
    {
        close();
        for (QTcpSocket *const socket : findChildren<QTcpSocket *>())
            socket->abort();
    }
    void mend() { listen(QHostAddress::LocalHost, m_port); }

private:
    void lead(QTcpSocket *client)
    {
        client->setParent(this);
        auto *const server = new QTcpSocket(client);
        server->setProxy(QNetworkProxy::NoProxy);
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
        connect(client, &QIODevice::readyRead, server, [client, server] { server->write(client->readAll()); });
        connect(server, &QIODevice::readyRead, client, [client, server] { client->write(server->readAll()); });
        connect(server, &QAbstractSocket::disconnected, client, &QAbstractSocket::disconnectFromHost);
        connect(client, &QAbstractSocket::disconnected, client, &QObject::deleteLater);
    }

    quint16 m_target;
    quint16 m_port = 0;
};

} // namespace wk::test
