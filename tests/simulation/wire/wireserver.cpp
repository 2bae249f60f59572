// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/wireserver.h"

#include "tests/simulation/wire/wireconnection.h"

namespace wk::sim {

WireServer::WireServer(SimTransport &net, Links &links, std::optional<QSslConfiguration> tls, std::uint64_t seed)
    : m_net(net)
    , m_links(links)
    , m_tls(std::move(tls))
    , m_random(seed)
{}

WireServer::~WireServer()
{
    for (WireConnection *connection : m_connections)
        delete connection;
}

bool WireServer::setAway(bool isAway)
{
    if (!isAway)
        return listen(m_address, m_port);
    m_address = serverAddress();
    m_port = serverPort();
    close();
    while (!m_connections.empty())
        m_connections.back()->reset();
    return true;
}

void WireServer::endWhatHasDrained()
{
    const auto connections = m_connections; // some go
    for (WireConnection *connection : connections)
        connection->endIfDrained();
}

void WireServer::incomingConnection(qintptr handle)
{
    m_connections.push_back(new WireConnection(*this, handle));
}

void WireServer::forget(WireConnection *connection)
{
    std::erase(m_connections, connection);
}

} // namespace wk::sim
