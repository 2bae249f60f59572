// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/connectionrace.h"

#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QSslError>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QHostInfo;
class QSslSocket;
class QTcpSocket;

namespace wk {

/// A certificate as people compare it.
struct CertificateFacts {
    std::string subject;
    std::string issuer;
    WallTime from{};
    WallTime until{};
    std::string fingerprint; ///< SHA-256, in pairs with colons

    bool operator==(const CertificateFacts &) const = default;
};

/// One step on the way to a server, and what was found there. A value.
struct ReachStep {
    enum class Kind : std::uint8_t { Name, Connection, Tls };

    Kind kind = Kind::Name;
    std::chrono::milliseconds took{};
    std::optional<Error> error;           ///< where the way ends
    std::vector<std::string> addresses{}; ///< of Name: what the name leads to
    std::string proxy{};                  ///< of Name and Connection: through which, without its password; empty: none
    std::string place{};                  ///< of Connection: "host:port"
    std::optional<CertificateFacts> certificate{}; ///< of Tls: the server's own, also where it is not believed
    bool isUnchecked = false;                      ///< of Tls: insecure-skip-tls-verify
    std::string protocol{};                        ///< of Tls: "TLS 1.3"
};

/// Goes the way to a server step by step, as far as TLS, and sends nothing over it: for who wants to know where it
/// ends. Worker thread with an event loop; the steps come from it, each once, and after one with an error no more.
class ReachProbe : public QObject
{
    Q_OBJECT

public:
    using Told = std::function<void(const ReachStep &)>;

    static constexpr std::chrono::seconds StepTime{20};

    /// `done` comes behind the last step, and may destroy the probe. The clock outlives it.
    ReachProbe(const ClusterAccess &access, Clock &clock, Told told, std::function<void()> done);
    ~ReachProbe() override;

private:
    void begin();
    void lookUp();
    void lookedUp(const QHostInfo &info);
    void connectTo();
    void connected();
    void greeted();
    void untrusted(const QList<QSslError> &errors);
    void broke(QAbstractSocket::SocketError error, const QString &text);
    void startStep(ReachStep::Kind kind);
    void pass();
    void fail(const Error &error);
    void end();

    ClusterAccess m_access;
    Clock &m_clock;
    Told m_told;
    std::function<void()> m_done;
    ConnectionRace::Goal m_goal;
    QSslConfiguration m_tls;
    ReachStep m_step;
    Instant m_began{};
    int m_lookup = -1;
    std::unique_ptr<ConnectionRace> m_race;
    std::unique_ptr<QTcpSocket> m_socket;
    QList<QSslError> m_distrust;
    Clock::Alarm m_end;
    bool m_isOver = false;
};

} // namespace wk
