// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubetransport.h"
#include "tests/simulation/wire/wireclient.h"
#include "tests/simulation/wire/wireserver.h"

#include <QTimer>

#include <memory>

namespace wk {
class CredentialSource;
}

namespace wk::sim {

/// A real socket between a run's client and its server: what a NET run has and a SIM run has not. The client's side is
/// the program's own transport; nobody waits for the wire but in settle(). One thread, whose event loop it turns.
class Wire
{
public:
    /// Gzip: over TLS to an address of this machine that is not the loopback one, since compression is not asked for on
    /// that; where there is none, as Tls.
    enum class Dress { Plain, Tls, Gzip };

    Wire(SimTransport &server, Clock &clock, Dress dress, std::uint64_t seed);
    ~Wire();

    Transport &client() { return *m_client; }
    /// Until nothing is on its way any more; no longer than a bound that says that something hangs.
    void settle();
    void setAway(bool isAway);

    /// What went wrong with the wire itself; empty: nothing.
    const std::string &trouble() const { return m_trouble; }
    int strays() const { return m_server->strays(); }

private:
    Links m_links;
    std::unique_ptr<CredentialSource> m_credentials;
    std::unique_ptr<WireServer> m_server;
    std::unique_ptr<KubeTransport> m_transport;
    std::unique_ptr<WireClient> m_client;
    QTimer m_tick; ///< what another thread does may wake nobody here
    std::string m_trouble;
};

} // namespace wk::sim
