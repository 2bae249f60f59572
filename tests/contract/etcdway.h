// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <vector>

namespace wk::etcdruns {

/// The client's way to one member: as bad as a run wants it. Bytes that it holds back are in it, not lost, until a link
/// goes. In the run's own thread, in real time.
class EtcdWay : public QTcpServer
{
public:
    explicit EtcdWay(quint16 member);

    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port)); }
    /// Nobody gets in any more, and who is in is thrown out.
    void cut();
    void mend();
    /// So many bytes of answers more, and the link that had the last of them breaks right there; in order, as far as
    /// TCP goes, or by a reset.
    void cutAfter(qint64 bytes, bool byReset);
    bool isCutDue() const { return m_cutAfter >= 0; }
    /// No link of now says or hears anything any more, nor do those that come before hear() is called.
    void deafen();
    void hear() { m_deafens = false; }
    /// Answers trickle, so many bytes every ten milliseconds; 0: they run again.
    void trickle(qint64 bytes);

    int links() const;
    /// Links on which somebody watches.
    int watches() const;
    qint64 bytesDown() const { return m_bytesDown; }
    /// Bytes that had to wait since somebody began to make them.
    qint64 heldBack() const { return m_heldBack; }

private:
    struct Link {
        QTcpSocket *client = nullptr;
        QTcpSocket *server = nullptr;
        QByteArray down; ///< on its way to the client
        bool isDeaf = false;
        bool isWatch = false;
        bool isOver = false; ///< the member has hung up
    };

    void lead(QTcpSocket *client);
    void takeUp(Link &link);
    void takeDown(Link &link);
    void pump(Link &link);
    void drop(Link *link, bool byReset);

    quint16 m_member;
    quint16 m_port = 0;
    std::vector<std::unique_ptr<Link>> m_links;
    QTimer m_tick;
    qint64 m_cutAfter = -1;
    bool m_cutsByReset = false;
    bool m_deafens = false;
    qint64 m_trickle = 0;
    qint64 m_bytesDown = 0;
    qint64 m_heldBack = 0;
};

} // namespace wk::etcdruns
