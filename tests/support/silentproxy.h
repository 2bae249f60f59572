// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <utility>
#include <vector>

namespace wk {

/// Passes bytes between a port of its own and a server's, both on loopback, byte for byte, until it is told to play a
/// network that fails. Real sockets, in the test's own thread.
class SilentProxy : public QTcpServer
{
    /// A connection of the client's and the one that it stands for.
    struct Link : QObject {
        Link(qintptr handle, quint16 server, QObject *parent)
            : QObject(parent)
        {
            for (QTcpSocket *socket : {&near, &far}) {
                socket->setReadBufferSize(64 * 1024);
                connect(socket, &QIODevice::readyRead, this, [this] { pass(); });
            }
            connect(&near, &QAbstractSocket::disconnected, this, &QObject::deleteLater);
            connect(&far, &QAbstractSocket::connected, this, [this] { pass(); });
            connect(&far, &QAbstractSocket::disconnected, this, [this] { end(); });
            connect(&far, &QAbstractSocket::errorOccurred, this, [this] { end(); });
            near.setSocketDescriptor(handle);
            far.connectToHost(QHostAddress::LocalHost, server);
        }
        ~Link() override
        {
            near.disconnect(this);
            far.disconnect(this);
            near.abort();
            far.abort();
        }
        void pass()
        {
            if (isSilent || far.state() != QAbstractSocket::ConnectedState)
                return;
            far.write(near.readAll());
            near.write(far.readAll());
        }
        void end()
        {
            if (isSilent)
                return;
            near.write(far.readAll());
            near.disconnectFromHost();
        }

        QTcpSocket near;
        QTcpSocket far;
        bool isSilent = false;
    };

public:
    explicit SilentProxy(quint16 server)
        : m_server(server)
    {
        listen(QHostAddress::LocalHost, 0);
    }

    /// What is open now stays open, and not a byte passes any more, nor an end: a cable that was cut, a NAT that has
    /// forgotten. New connections pass.
    void silence()
    {
        for (const auto &link : m_links) {
            if (link)
                link->isSilent = true;
        }
    }
    /// Every connection is reset and none is accepted, until comeBack().
    void cut()
    {
        m_port = serverPort();
        close();
        for (const auto &link : std::exchange(m_links, {}))
            delete link;
    }
    void comeBack() { listen(QHostAddress::LocalHost, m_port); }

protected:
    void incomingConnection(qintptr handle) override { m_links.emplace_back(new Link(handle, m_server, this)); }

private:
    quint16 m_server;
    quint16 m_port = 0;
    std::vector<QPointer<Link>> m_links;
};

} // namespace wk
