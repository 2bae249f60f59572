// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/simtransport.h"
#include "tests/simulation/wire/links.h"

namespace wk::sim {

/// The client's end of the wire: hands everything on to the real transport below, and writes down in the links what it
/// has asked for and what has come. One thread.
class WireClient : public Transport
{
public:
    WireClient(Transport &below, SimTransport &server, Links &links)
        : m_below(below)
        , m_server(server)
        , m_links(links)
    {}

    [[nodiscard]] std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override;
    void forgetConnections() override { m_below.forgetConnections(); }

private:
    Transport &m_below;
    SimTransport &m_server; ///< is told of requests that nobody took, for the judgement
    Links &m_links;
};

} // namespace wk::sim
