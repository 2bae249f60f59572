// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <vector>

namespace wk::etcdruns {

/// The way of the other members to one of them. They say who they are (X-Server-From), so that any of them can be kept
/// out. Main thread.
class EtcdPeerWay : public QTcpServer
{
public:
    /// Whether a member of that id, in hexadecimal, may get through.
    using IsOpen = std::function<bool(const QByteArray &from)>;

    EtcdPeerWay(quint16 member, IsOpen isOpen);

    /// Throws out who may not get through any more.
    void update();

private:
    struct Link {
        QTcpSocket *client = nullptr;
        QTcpSocket *server = nullptr;
        QByteArray from;    ///< empty until it has said so
        QByteArray pending; ///< what it has said until then
    };

    void lead(QTcpSocket *client);
    void take(Link &link);
    void drop(const Link *link);

    quint16 m_member;
    IsOpen m_isOpen;
    std::vector<std::unique_ptr<Link>> m_links;
};

} // namespace wk::etcdruns
