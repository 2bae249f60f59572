// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QAbstractSocket>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QObject>

#include <memory>
#include <vector>

class QHostInfo;
class QTcpSocket;

namespace wk {

/// Connects to a host over whichever of its addresses answers first: QAbstractSocket tries one after the other, half a
/// minute each. Of each family in turn the next is tried a quarter of a second behind the last, or at once when that
/// one has failed. A proxy looks up names itself and is asked once. It says won() or lost() once, from the event loop;
/// nothing limits its time. The thread that made it. Source: RFC 8305.
class ConnectionRace : public QObject
{
    Q_OBJECT

public:
    struct Goal {
        QString host;
        quint16 port = 0;
        QNetworkProxy proxy;
        bool isTls = false; ///< the socket is a QSslSocket, which has not begun its handshake
    };
    static constexpr std::chrono::milliseconds HeadStart{250};

    /// The clock outlives it.
    ConnectionRace(Clock &clock, Goal goal);
    ~ConnectionRace() override;

    /// The one that won; it has no parent. Once, behind won().
    std::unique_ptr<QTcpSocket> takeSocket();
    /// Nobody runs any more, and nothing is said. It may go later.
    void cancel();

Q_SIGNALS:
    void won();
    void lost(QAbstractSocket::SocketError error, const QString &text);

private:
    void begin();
    void lookedUp(const QHostInfo &info);
    void startNext();
    void start(const QHostAddress &address);
    std::unique_ptr<QTcpSocket> make();
    void hasFailed(QTcpSocket &socket);
    void dismiss(std::unique_ptr<QTcpSocket> runner);

    Clock &m_clock;
    Goal m_goal;
    int m_lookup = -1;
    std::vector<QHostAddress> m_addresses; ///< the next is the last
    std::vector<std::unique_ptr<QTcpSocket>> m_runners;
    std::unique_ptr<QTcpSocket> m_winner;
    QAbstractSocket::SocketError m_error = QAbstractSocket::UnknownSocketError; ///< of one that failed
    QString m_text;
    Clock::Alarm m_next;
};

} // namespace wk
