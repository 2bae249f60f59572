// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/simtransport.h"
#include "tests/simulation/wire/links.h"

#include <QSslConfiguration>
#include <QTcpServer>

#include <optional>
#include <vector>

namespace wk::sim {

class WireConnection;

/// The server's end of the wire: takes real connections, and says on them what the simulated exchanges say, as bytes of
/// HTTP/1.1; cuts, resets and silences them. The thread of the run, whose event loop it needs.
class WireServer : public QTcpServer
{
public:
    /// Without `tls`: plain.
    WireServer(SimTransport &net, Links &links, std::optional<QSslConfiguration> tls, std::uint64_t seed);
    ~WireServer() override;

    /// Away: nobody listens, and every connection is reset. Back: at the same port.
    bool setAway(bool isAway);
    /// Ends what was to end as soon as all that was said before has come through.
    void endWhatHasDrained();

    /// Requests that were no GET.
    int strays() const { return m_strays; }

protected:
    void incomingConnection(qintptr handle) override;

private:
    friend class WireConnection;
    void forget(WireConnection *connection);

    SimTransport &m_net;
    Links &m_links;
    std::optional<QSslConfiguration> m_tls;
    Random m_random;
    QHostAddress m_address; ///< where it was, while it is away
    quint16 m_port = 0;
    int m_strays = 0;
    std::vector<WireConnection *> m_connections;
};

} // namespace wk::sim
