// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdway.h"

#include <QHostAddress>
#include <QNetworkProxy>

#include <algorithm>

namespace wk::etcdruns {

EtcdWay::EtcdWay(quint16 member)
    : m_member(member)
{
    listen(QHostAddress::LocalHost);
    m_port = serverPort();
    m_tick.setInterval(10);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        for (std::size_t i = 0; i < m_links.size(); ++i)
            pump(*m_links[i]);
    });
    connect(this, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *const client = nextPendingConnection())
            lead(client);
    });
}

void EtcdWay::lead(QTcpSocket *client)
{
    m_links.push_back(std::make_unique<Link>());
    Link *const link = m_links.back().get();
    link->client = client;
    link->isDeaf = m_deafens;
    link->server = new QTcpSocket(client);
    link->server->setProxy(QNetworkProxy::NoProxy);
    link->server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_member);
    connect(client, &QIODevice::readyRead, this, [this, link] { takeUp(*link); });
    connect(link->server, &QIODevice::readyRead, this, [this, link] { takeDown(*link); });
    connect(link->server, &QAbstractSocket::disconnected, this, [this, link] {
        link->isOver = true;
        pump(*link);
    });
    connect(link->server, &QAbstractSocket::errorOccurred, this, [this, link] {
        link->isOver = true;
        QMetaObject::invokeMethod(
            this, [this, link] { pump(*link); }, Qt::QueuedConnection);
    });
    connect(client, &QAbstractSocket::disconnected, this, [this, link] { drop(link, false); });
}

void EtcdWay::takeUp(Link &link)
{
    if (link.isDeaf)
        return;
    const QByteArray asked = link.client->readAll();
    if (asked.startsWith("POST "))
        link.isWatch = asked.startsWith("POST /v3/watch ");
    link.server->write(asked);
}

void EtcdWay::takeDown(Link &link)
{
    link.down += link.server->readAll();
    if (link.down.endsWith("\r\n0\r\n\r\n"))
        link.isWatch = false; // it is over, and the link waits for another question
    pump(link);
}

void EtcdWay::pump(Link &link)
{
    const auto isIt = [&link](const auto &one) { return one.get() == &link; };
    if (std::none_of(m_links.begin(), m_links.end(), isIt))
        return; // it went before this could be called
    if (link.isDeaf) {
        m_heldBack += link.down.size();
        return;
    }
    qint64 now = m_trickle > 0 ? std::min<qint64>(m_trickle, link.down.size()) : link.down.size();
    const bool isCut = m_cutAfter >= 0 && now >= m_cutAfter;
    if (isCut)
        now = m_cutAfter;
    link.client->write(link.down.left(now));
    link.down.remove(0, now);
    m_bytesDown += now;
    m_heldBack += m_trickle > 0 ? link.down.size() : 0;
    if (isCut) {
        m_cutAfter = -1;
        drop(&link, m_cutsByReset);
    } else {
        m_cutAfter = m_cutAfter < 0 ? -1 : m_cutAfter - now;
        if (link.isOver && link.down.isEmpty())
            drop(&link, false);
    }
}

void EtcdWay::drop(Link *link, bool byReset)
{
    const auto found =
        std::find_if(m_links.begin(), m_links.end(), [link](const auto &one) { return one.get() == link; });
    if (found == m_links.end())
        return;
    const std::unique_ptr<Link> gone = std::move(*found);
    m_links.erase(found);
    gone->server->disconnect(this);
    gone->client->disconnect(this);
    gone->server->abort();
    QTcpSocket *const client = gone->client;
    if (client->state() == QAbstractSocket::UnconnectedState)
        return client->deleteLater();
    connect(client, &QAbstractSocket::disconnected, client, &QObject::deleteLater);
    client->flush();
    if (byReset)
        client->abort();
    else
        client->disconnectFromHost();
}

void EtcdWay::cut()
{
    close();
    while (!m_links.empty())
        drop(m_links.back().get(), true);
}

void EtcdWay::mend()
{
    if (!isListening())
        listen(QHostAddress::LocalHost, m_port);
}

void EtcdWay::cutAfter(qint64 bytes, bool byReset)
{
    m_cutAfter = bytes;
    m_cutsByReset = byReset;
}

void EtcdWay::deafen()
{
    m_deafens = true;
    m_heldBack = 0;
    for (const auto &link : m_links)
        link->isDeaf = true;
}

void EtcdWay::trickle(qint64 bytes)
{
    m_trickle = bytes;
    if (bytes > 0) {
        m_heldBack = 0;
        m_tick.start();
        return;
    }
    m_tick.stop();
    for (std::size_t i = 0; i < m_links.size(); ++i)
        pump(*m_links[i]);
}

int EtcdWay::links() const
{
    return int(m_links.size());
}

int EtcdWay::watches() const
{
    return int(std::count_if(m_links.begin(), m_links.end(), [](const auto &link) { return link->isWatch; }));
}

} // namespace wk::etcdruns
