// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpServer>
#include <QTcpSocket>

namespace wk {

/// A proxy, of HTTP's CONNECT or of SOCKS5, that wants the user "u" with the password "p" and leads everyone to one
/// port of this machine, whatever they ask for. In the test's own thread.
class Tunnel : public QTcpServer
{
public:
    enum class Kind { Http, Socks5 };

    Tunnel(Kind kind, quint16 target)
        : m_kind(kind)
        , m_target(target)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const client = nextPendingConnection())
                connect(client, &QIODevice::readyRead, this, [this, client] { hear(*client); });
        });
    }

    /// Names as they were asked for; the proxy looks them up.
    QByteArrayList asked;
    int refused = 0;

private:
    void hear(QTcpSocket &client)
    {
        if (auto *const server = client.findChild<QTcpSocket *>()) {
            server->write(client.readAll());
            return;
        }
        if (m_kind == Kind::Http)
            hearHttp(client);
        else
            hearSocks(client);
    }
    void hearHttp(QTcpSocket &client)
    {
        const QByteArray head = client.peek(4096);
        if (!head.endsWith("\r\n\r\n"))
            return;
        client.readAll();
        const QByteArray sign = "\r\nProxy-Authorization: Basic " + QByteArray("u:p").toBase64() + "\r\n";
        if (!head.contains(sign)) {
            ++refused;
            client.write("HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        asked += head.mid(8, head.indexOf(" HTTP/1.1") - 8); // behind CONNECT
        lead(client, "HTTP/1.1 200 X\r\n\r\n");
    }
    /// Source: RFC 1928 and 1929.
    void hearSocks(QTcpSocket &client)
    {
        const QByteArray bytes = client.readAll();
        const int step = client.property("step").toInt();
        client.setProperty("step", step + 1);
        if (step == 0) {
            client.write(QByteArray::fromHex("0502")); // a name and a password
        } else if (step == 1) {
            const bool isRight = bytes == QByteArray::fromHex("010175") + QByteArray::fromHex("0170");
            refused += isRight ? 0 : 1;
            client.write(isRight ? QByteArray::fromHex("0100") : QByteArray::fromHex("0101"));
        } else {
            asked += bytes.mid(5, bytes.at(4)); // of the kind that is a name
            lead(client, QByteArray::fromHex("05000001000000000000"));
        }
    }
    void lead(QTcpSocket &client, const QByteArray &word)
    {
        auto *const server = new QTcpSocket(&client);
        server->setProxy(QNetworkProxy::NoProxy);
        connect(server, &QIODevice::readyRead, &client, [&client, server] { client.write(server->readAll()); });
        connect(server, &QAbstractSocket::disconnected, &client, [&client] { client.disconnectFromHost(); });
        connect(server, &QAbstractSocket::connected, &client, [&client, word] { client.write(word); });
        server->connectToHost(QHostAddress::LocalHost, m_target);
    }

    Kind m_kind;
    quint16 m_target;
};

} // namespace wk
