// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSet>
#include <QTcpServer>
#include <QTcpSocket>

namespace wk::twin {

/// A proxy of HTTP or of SOCKS5 that leads everyone to this machine, whatever they ask for, and tells what that was and
/// as whom. In the test's own thread.
class TwinProxy : public QTcpServer
{
public:
    enum class Kind { Http, Socks5 };

    /// To the port `secure` what is asked for with a tunnel, to `plain` what is not.
    TwinProxy(Kind kind, quint16 secure, quint16 plain)
        : m_kind(kind)
        , m_secure(secure)
        , m_plain(plain)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const client = nextPendingConnection())
                connect(client, &QIODevice::readyRead, this, [this, client] { hear(*client); });
        });
    }

    const QSet<QByteArray> &seen() const { return m_seen; }

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
        const QByteArray head = client.peek(16 * 1024);
        if (!head.contains("\r\n\r\n"))
            return;
        const QByteArrayList lines = head.split('\n');
        const bool isTunnel = head.startsWith("CONNECT ");
        const QByteArray url = lines.constFirst().split(' ').value(1).toLower(); // names have no case
        QByteArray told = "proxy: " + (isTunnel ? QByteArray("tunnel to " + url) : url.left(url.indexOf('/', 7)));
        for (const QByteArray &line : lines) {
            if (line.toLower().startsWith("proxy-authorization:"))
                told += ", " + line.trimmed().toLower().left(19) + line.trimmed().mid(19);
        }
        m_seen.insert(told);
        if (isTunnel)
            client.readAll();
        lead(client, isTunnel ? m_secure : m_plain, isTunnel ? "HTTP/1.1 200 X\r\n\r\n" : QByteArray());
    }
    /// Source: RFC 1928 and 1929.
    void hearSocks(QTcpSocket &client)
    {
        const QByteArray bytes = client.readAll();
        const bool isSigned = client.property("signs").toBool();
        if (!client.property("greeted").toBool()) {
            const bool signs = bytes.mid(2).contains('\x02');
            client.setProperty("greeted", true);
            client.setProperty("signs", signs);
            client.write(QByteArray::fromHex(signs ? "0502" : "0500"));
        } else if (isSigned) {
            client.setProperty("signs", false);
            m_seen.insert("proxy: " + bytes.mid(2, bytes.at(1)) + " with " + bytes.mid(3 + bytes.at(1)));
            client.write(QByteArray::fromHex("0100"));
        } else {
            const bool isName = bytes.at(3) == 3;
            const int port = uchar(bytes.at(bytes.size() - 2)) * 256 + uchar(bytes.back());
            const QByteArray host = isName ? bytes.mid(5, bytes.at(4)).toLower() : bytes.mid(4).chopped(2).toHex();
            m_seen.insert("proxy: socks to " + host + ':' + QByteArray::number(port));
            lead(client, port == m_plain ? m_plain : m_secure, QByteArray::fromHex("05000001000000000000"));
        }
    }
    /// A server that has heard nothing yet is told what the client has said, but for what was the proxy's.
    void lead(QTcpSocket &client, quint16 target, const QByteArray &word)
    {
        auto *const server = new QTcpSocket(&client);
        server->setProxy(QNetworkProxy::NoProxy);
        connect(server, &QIODevice::readyRead, &client, [&client, server] { client.write(server->readAll()); });
        connect(server, &QAbstractSocket::disconnected, &client, [&client] { client.disconnectFromHost(); });
        connect(server, &QAbstractSocket::connected, &client, [&client, word] { client.write(word); });
        server->connectToHost(QHostAddress::LocalHost, target);
        server->write(client.readAll());
    }

    Kind m_kind;
    quint16 m_secure;
    quint16 m_plain;
    QSet<QByteArray> m_seen;
};

} // namespace wk::twin
