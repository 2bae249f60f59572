// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QTcpSocket>

namespace wk {

/// HTTP as bytes on a socket, so that a test sees what was really sent: head, chunks and all.
class RawClient : public QObject
{
public:
    explicit RawClient(quint16 port, QObject *parent = nullptr)
        : QObject(parent)
        , m_port(port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), port);
        connect(&m_socket, &QTcpSocket::readyRead, this, [this] {
            if (!m_isStuck)
                m_received += m_socket.readAll();
        });
        connect(&m_socket, &QTcpSocket::disconnected, this, [this] { m_isClosed = true; });
    }

    void setToken(const QByteArray &token) { m_token = token; }

    /// Sends bytes as they are.
    void send(const QByteArray &bytes) { m_socket.write(bytes); }

    /// Sends a request with the usual headers; `extra` are further ones, each with its "\r\n".
    void request(const QByteArray &method, const QByteArray &target, const QByteArray &extra = {},
                 const QByteArray &body = {})
    {
        m_received.clear();
        send(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port) + "\r\n" +
             (m_token.isEmpty() ? QByteArray() : "Authorization: Bearer " + m_token + "\r\n") + extra +
             (body.isEmpty() ? QByteArray() : "Content-Length: " + QByteArray::number(body.size()) + "\r\n") + "\r\n" +
             body);
    }

    void get(const QByteArray &target, const QByteArray &extra = {}) { request("GET", target, extra); }

    /// Forgets what has arrived, such as "100 Continue".
    void forget() { m_received.clear(); }

    int status() const { return hasHead() ? m_received.split(' ').value(1).toInt() : 0; }

    bool hasHead() const { return m_received.contains("\r\n\r\n"); }

    QByteArray header(const QByteArray &name) const
    {
        const QByteArray head = m_received.left(m_received.indexOf("\r\n\r\n"));
        for (const QByteArray &line : head.split('\n')) {
            if (line.toLower().startsWith(QByteArray(name.toLower() + ":")))
                return line.mid(name.size() + 1).trimmed();
        }
        return {};
    }

    /// What has arrived of the body, chunk frames taken off.
    QByteArray body() const
    {
        const QByteArray raw = m_received.mid(m_received.indexOf("\r\n\r\n") + 4);
        return isChunked() ? dechunked(raw, nullptr) : raw;
    }

    /// The sizes of the chunks that have arrived.
    QList<int> chunkSizes() const
    {
        QList<int> sizes;
        dechunked(m_received.mid(m_received.indexOf("\r\n\r\n") + 4), &sizes);
        return sizes;
    }

    /// Whether the whole answer is here.
    bool isComplete() const
    {
        if (!hasHead())
            return false;
        return isChunked() ? m_received.endsWith("\r\n0\r\n\r\n") || m_received.endsWith("\r\n\r\n0\r\n\r\n")
                           : body().size() >= header("Content-Length").toInt();
    }

    QList<QByteArray> lines() const
    {
        QList<QByteArray> found = body().split('\n');
        found.removeLast();
        return found;
    }

    /// Reads nothing any more, as a client does that hangs.
    void getStuck()
    {
        m_isStuck = true;
        m_socket.setReadBufferSize(1);
    }

    void comeBack()
    {
        m_isStuck = false;
        m_socket.setReadBufferSize(0);
        m_received += m_socket.readAll();
    }

    bool isClosed() const { return m_isClosed; }

    bool isConnected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }

    QTcpSocket &socket() { return m_socket; }

private:
    bool isChunked() const { return header("Transfer-Encoding") == "chunked"; }

    static QByteArray dechunked(const QByteArray &raw, QList<int> *sizes)
    {
        QByteArray body;
        qsizetype at = 0;
        for (qsizetype line = raw.indexOf("\r\n"); line > 0; line = raw.indexOf("\r\n", at)) {
            const int size = raw.mid(at, line - at).toInt(nullptr, 16);
            if (size == 0 || raw.size() < line + 2 + size)
                break;
            if (sizes)
                sizes->append(size);
            body.append(raw.constData() + line + 2, size);
            at = line + 2 + size + 2;
        }
        return body;
    }

    const quint16 m_port;
    QTcpSocket m_socket;
    QByteArray m_token;
    QByteArray m_received;
    bool m_isClosed = false;
    bool m_isStuck = false;
};

} // namespace wk
