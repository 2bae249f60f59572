// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>
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
    /// Of the questions with these words in them each first one is heard, and its answer lost with the connection.
    void loseAnswers(const QByteArray &words) { m_words = words; }
    int lost() const { return m_lost; }

private:
    void lead(QTcpSocket *client)
    {
        client->setParent(this);
        auto *const server = new QTcpSocket(client);
        server->setProxy(QNetworkProxy::NoProxy);
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
        connect(client, &QIODevice::readyRead, server, [this, client, server] {
            const QByteArray asked = client->readAll();
            const bool isNamed = !m_words.isEmpty() && asked.contains(m_words);
            const QByteArray body = asked.mid(asked.indexOf("\r\n\r\n"));
            if (isNamed && !m_heard.contains(body)) {
                m_heard.append(body);
                client->setProperty("loses", true);
            }
            server->write(asked);
        });
        connect(server, &QIODevice::readyRead, client, [this, client, server] {
            const QByteArray answer = server->readAll();
            if (!client->property("loses").toBool())
                client->write(answer);
            else if (client->state() == QAbstractSocket::ConnectedState) {
                ++m_lost;
                client->abort();
            }
        });
        connect(server, &QAbstractSocket::disconnected, client, &QAbstractSocket::disconnectFromHost);
        connect(client, &QAbstractSocket::disconnected, client, &QObject::deleteLater);
    }

    quint16 m_target;
    quint16 m_port = 0;
    QByteArray m_words;
    QList<QByteArray> m_heard;
    int m_lost = 0;
};

} // namespace wk::test
