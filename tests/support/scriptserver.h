// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>
#include <QUrl>

#include <functional>
#include <map>
#include <vector>

#include <sys/socket.h>

namespace wk {

/// An HTTP server that says what the test tells it to, byte by byte, on a loopback socket in the test's own thread.
/// It writes down all that it was asked.
class ScriptServer : public QTcpServer
{
public:
    struct Request {
        QByteArray method;
        QByteArray target;
        std::map<QByteArray, QByteArray> headers; ///< names in lower case; the last value of each
        QByteArray head;                          ///< as it came
        QByteArray header(const char *name) const
        {
            const auto found = headers.find(name);
            return found == headers.end() ? QByteArray() : found->second;
        }
    };
    using Script = std::function<void(QSslSocket &socket, const Request &request)>;

    explicit ScriptServer(Script script = {}, const QHostAddress &address = QHostAddress::LocalHost)
        : m_script(std::move(script))
    {
        listen(address, 0);
    }

    void setScript(Script script) { m_script = std::move(script); }
    /// TLS from here on.
    void setTls(const QSslConfiguration &configuration)
    {
        m_tls = configuration;
        m_isTls = true;
    }
    QUrl url(const QString &host = QStringLiteral("127.0.0.1")) const
    {
        return QUrl(QStringLiteral("%1://%2:%3")
                        .arg(m_isTls ? QStringLiteral("https") : QStringLiteral("http"), host)
                        .arg(serverPort()));
    }

    static QByteArray answer(int status, const QByteArray &headers, const QByteArray &body)
    {
        return "HTTP/1.1 " + QByteArray::number(status) + " X\r\n" + headers +
               "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }
    static QByteArray json(const QByteArray &body) { return answer(200, "Content-Type: application/json\r\n", body); }
    static QByteArray streamHead()
    {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    }
    static QByteArray chunk(const QByteArray &bytes)
    {
        return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
    }
    static QByteArray lastChunk() { return "0\r\n\r\n"; }
    /// Ends the connection with RST.
    static void reset(QSslSocket &socket)
    {
        const linger now{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        socket.abort();
    }

    /// Called with a connection when bytes have come, before they are looked at.
    std::function<void(QSslSocket &)> onBytes;
    std::vector<Request> requests;
    int connections = 0;
    int open = 0;

protected:
    void incomingConnection(qintptr handle) override
    {
        ++connections;
        ++open;
        auto *socket = new QSslSocket(this);
        socket->setSocketDescriptor(handle);
        connect(socket, &QAbstractSocket::disconnected, this, [this, socket] {
            --open;
            socket->deleteLater();
        });
        connect(socket, &QIODevice::readyRead, this, [this, socket] { read(*socket); });
        if (m_isTls) {
            socket->setSslConfiguration(m_tls);
            socket->startServerEncryption();
        }
    }

private:
    void read(QSslSocket &socket)
    {
        if (onBytes)
            onBytes(socket);
        if (!socket.isOpen())
            return;
        QByteArray bytes = socket.property("pending").toByteArray() + socket.readAll();
        for (qsizetype end; (end = bytes.indexOf("\r\n\r\n")) >= 0; bytes.remove(0, end + 4)) {
            const Request request = parse(bytes.left(end));
            requests.push_back(request);
            if (m_script)
                m_script(socket, request);
        }
        socket.setProperty("pending", bytes);
    }
    static Request parse(const QByteArray &head)
    {
        const QList<QByteArray> lines = head.split('\n');
        const QList<QByteArray> first = lines.at(0).trimmed().split(' ');
        Request request;
        request.method = first.value(0);
        request.target = first.value(1);
        request.head = head;
        for (const QByteArray &line : lines.mid(1))
            request.headers[line.left(line.indexOf(':')).trimmed().toLower()] =
                line.mid(line.indexOf(':') + 1).trimmed();
        return request;
    }

    Script m_script;
    QSslConfiguration m_tls;
    bool m_isTls = false;
};

} // namespace wk
