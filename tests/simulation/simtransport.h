// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"
#include "tests/simulation/chronicle.h"
#include "tests/simulation/faultdesk.h"
#include "tests/simulation/world.h"

#include <string>
#include <vector>

namespace wk::sim {

class SimExchange;
struct Answer;

/// Hears an exchange as the server's end of a real connection does: an answer that is no stream comes as it was made,
/// instead of head() and in finished() what a transport would read in it.
class SimWire : public HttpObserver
{
public:
    virtual void answered(const Answer &answer) = 0;
};

/// What the exchanges of one run share. All of it outlives them.
struct SimNet {
    World &world;
    FaultDesk &desk;
    Chronicle &chronicle;
    Clock &clock;
    VersionStyle style;
    Random random;
    bool isAway = false; ///< nobody answers

    /// Of a kind's streams, whichever is open.
    struct Kind {
        Revision bookmarked = 0;        ///< the last bookmark that left whole since the last list
        std::string last;               ///< events that left whole since the last list
        std::uint64_t eventsSent = 0;   ///< reads with an event in them
        std::uint64_t brokenAt = ~0ULL; ///< eventsSent when a frame was broken
        std::int64_t troubleSince = -1; ///< of a row of server errors
        bool refusesTables = false;
        bool streams = false; ///< the last list was asked for as initial events
    };
    std::vector<Kind> kinds;
    Instant signInFailsUntil{}; ///< no credential is to be had before
};

/// Transport to the model cluster, in memory, on the run's own clock: what a real one would report of a server that
/// fails as the desk has it. One thread; nothing happens inside get().
class SimTransport : public Transport
{
public:
    explicit SimTransport(SimNet &net)
        : m_net(net)
    {}
    ~SimTransport() override;

    [[nodiscard]] std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override;
    void forgetConnections() override {}
    /// A request that has come over a real connection; to destroy the call is to hang up.
    [[nodiscard]] std::unique_ptr<HttpCall> serve(HttpRequest request, SimWire *wire);

    /// A request that nobody took: nobody listened, or there was no credential to send with it.
    void refuse(const HttpRequest &request, ErrorKind why);
    Instant signInFailsUntil() const { return m_net.signInFailsUntil; }

    /// The collection has changed: its watches may have something to say.
    void wake(const std::string &resource);
    /// Ends a kind's open calls, or all of them (-1).
    void breakStreams(int kind, Deed::End how);
    int running(int kind) const;
    /// Exchanges that exist, whether or not somebody waits for them.
    int exchanges() const { return m_exchanges; }

private:
    friend class SimExchange;
    void forget(SimExchange *exchange);

    SimNet &m_net;
    std::vector<std::shared_ptr<SimExchange>> m_running;
    int m_exchanges = 0;
};

} // namespace wk::sim
