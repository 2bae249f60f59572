// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdpeerway.h"

#include <QHostAddress>
#include <QNetworkProxy>

#include <algorithm>

namespace wk::etcdruns {

EtcdPeerWay::EtcdPeerWay(quint16 member, IsOpen isOpen)
    : m_member(member)
    , m_isOpen(std::move(isOpen))
{
    listen(QHostAddress::LocalHost);
    connect(this, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *const client = nextPendingConnection())
            lead(client);
    });
}

void EtcdPeerWay::lead(QTcpSocket *client)
{
    m_links.push_back(std::make_unique<Link>());
    Link *const link = m_links.back().get();
    link->client = client;
    link->server = new QTcpSocket(client);
    link->server->setProxy(QNetworkProxy::NoProxy);
    link->server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_member);
    connect(client, &QIODevice::readyRead, this, [this, link] { take(*link); });
    connect(link->server, &QIODevice::readyRead, this, [link] { link->client->write(link->server->readAll()); });
    const auto gone = [this, link] { drop(link); };
    connect(link->server, &QAbstractSocket::disconnected, this, gone, Qt::QueuedConnection);
    connect(link->server, &QAbstractSocket::errorOccurred, this, gone, Qt::QueuedConnection);
    connect(client, &QAbstractSocket::disconnected, this, gone, Qt::QueuedConnection);
}

void EtcdPeerWay::take(Link &link)
{
    if (!link.from.isEmpty()) {
        link.server->write(link.client->readAll());
        return;
    }
    link.pending += link.client->readAll();
    const qsizetype end = link.pending.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    constexpr QByteArrayView Field = "\r\nX-Server-From: ";
    const qsizetype at = link.pending.indexOf(Field);
    const qsizetype begin = at + Field.size();
    link.from = at < 0 || at > end ? "?" : link.pending.mid(begin, link.pending.indexOf("\r\n", begin) - begin);
    if (m_isOpen(link.from))
        link.server->write(std::exchange(link.pending, {}));
    else
        drop(&link);
}

void EtcdPeerWay::drop(const Link *link)
{
    const auto found =
        std::find_if(m_links.begin(), m_links.end(), [link](const auto &one) { return one.get() == link; });
    if (found == m_links.end())
        return;
    const std::unique_ptr<Link> gone = std::move(*found);
    m_links.erase(found);
    gone->server->disconnect();
    gone->client->disconnect();
    gone->server->abort();
    gone->client->abort();
    gone->client->deleteLater();
}

void EtcdPeerWay::update()
{
    std::vector<const Link *> shut;
    for (const auto &link : m_links) {
        if (!link->from.isEmpty() && !m_isOpen(link->from))
            shut.push_back(link.get());
    }
    for (const Link *link : shut)
        drop(link);
}

} // namespace wk::etcdruns
