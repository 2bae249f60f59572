// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/matrixscene.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <deque>
#include <random>

namespace wk::matrix {

/// A way to a server that is as bad as the test wants it: what comes in on either side goes out on the other later,
/// slower, or never. As a proxy it wants to be asked with CONNECT first. In the test's own thread, in real time.
class Relay : public QTcpServer
{
public:
    struct Manner {
        std::chrono::milliseconds delay{0};      ///< each way
        double loss = 0;                         ///< the share of segments that have to be sent again
        std::chrono::milliseconds again{50};     ///< until a lost segment is, twice as long for each more time
        qint64 bytesPerSecond = 0;               ///< towards the client; 0: all at once
        std::optional<QByteArray> proxyAnswer{}; ///< to CONNECT: empty: it hangs up
        bool isProxy = false;
    };

    /// At the port of `target`, on another address of loopback: a server only answers who calls it by its port.
    explicit Relay(int target)
        : m_target(target)
    {
        listen(QHostAddress(QStringLiteral("127.0.0.2")), quint16(target));
    }
    void behave(Manner manner) { m_manner = std::move(manner); }
    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.2:%1").arg(serverPort())); }

    int open = 0;
    int connections = 0;
    int asked = 0; ///< by CONNECT

protected:
    void incomingConnection(qintptr handle) override
    {
        ++open;
        ++connections;
        auto *client = new QTcpSocket(this);
        client->setSocketDescriptor(handle);
        connect(client, &QTcpSocket::disconnected, this, [this, client] {
            --open;
            client->deleteLater();
        });
        if (m_manner.isProxy)
            connect(client, &QTcpSocket::readyRead, client, [this, client] { meetConnect(client); });
        else
            tie(client);
    }

private:
    static constexpr qint64 Segment = 1448;

    void meetConnect(QTcpSocket *client)
    {
        if (!client->peek(4096).contains("\r\n\r\n"))
            return;
        client->readAll();
        ++asked;
        client->disconnect(client);
        if (m_manner.proxyAnswer) {
            client->write(*m_manner.proxyAnswer);
            client->disconnectFromHost();
            return;
        }
        client->write("HTTP/1.1 200 Connection established\r\n\r\n");
        tie(client);
    }
    void tie(QTcpSocket *client)
    {
        auto *server = new QTcpSocket(client);
        server->connectToHost(QHostAddress::LocalHost, quint16(m_target));
        join(client, server, false);
        join(server, client, true);
    }
    /// What `from` says goes to `to`.
    void join(QTcpSocket *from, QTcpSocket *to, bool isDown)
    {
        auto queue = std::make_shared<Queue>();
        const QPointer<QTcpSocket> out = to;
        if (isDown && m_manner.bytesPerSecond > 0)
            from->setReadBufferSize(16 * 1024);
        connect(from, &QTcpSocket::readyRead, from, [this, from, out, queue, isDown] {
            if (isDown && m_manner.bytesPerSecond > 0)
                return trickle(from, out, queue);
            while (from->bytesAvailable() > 0)
                sendLater(from->read(Segment), out, queue);
        });
        connect(from, &QTcpSocket::disconnected, this, [this, out, queue] { sendLater({}, out, queue); });
    }

    /// What is on its way, in order: none overtakes another. An empty piece is the end.
    struct Queue {
        std::deque<QByteArray> pieces;
        QElapsedTimer since;
        qint64 last = 0; ///< when the last of them gets there
        bool isTrickling = false;
    };
    std::chrono::milliseconds delay()
    {
        auto sum = m_manner.delay;
        for (auto again = m_manner.again; m_chance(m_random) < m_manner.loss; again *= 2)
            sum += again;
        return sum;
    }
    void sendLater(const QByteArray &bytes, const QPointer<QTcpSocket> &to, const std::shared_ptr<Queue> &queue)
    {
        if (!queue->since.isValid())
            queue->since.start();
        const qint64 now = queue->since.elapsed();
        queue->last = std::max<qint64>(queue->last, now + delay().count());
        queue->pieces.push_back(bytes);
        QTimer::singleShot(int(queue->last - now), Qt::PreciseTimer, this, [to, queue] {
            const QByteArray next = queue->pieces.front();
            queue->pieces.pop_front();
            if (to && next.isEmpty())
                to->disconnectFromHost();
            else if (to)
                to->write(next);
        });
    }
    void trickle(QTcpSocket *from, const QPointer<QTcpSocket> &to, const std::shared_ptr<Queue> &queue)
    {
        if (std::exchange(queue->isTrickling, true))
            return;
        const qint64 share = std::max<qint64>(1, m_manner.bytesPerSecond / 100);
        if (to)
            to->write(from->read(share));
        QTimer::singleShot(10, Qt::PreciseTimer, from, [this, from, to, queue] {
            queue->isTrickling = false;
            if (from->bytesAvailable() > 0)
                trickle(from, to, queue);
        });
    }

    int m_target;
    Manner m_manner;
    std::mt19937 m_random{13};
    std::uniform_real_distribution<double> m_chance{0, 1};
};

} // namespace wk::matrix
