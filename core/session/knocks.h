// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace wk {

class KubeTransport;

/// Knocks at a server's /livez, several at a time where it leaves them unanswered. Any answer is a sign of life, a
/// refusal too; ErrorKind::ServerError and failures of the connection are told. At most three are under way: the
/// oldest, which may be on a slow way, and the newest, which are on fresh connections. Worker thread.
class Knocks
{
public:
    using Done = std::function<void(const std::optional<Error> &)>;

    Knocks(KubeTransport &transport, Clock &clock);
    ~Knocks();

    /// `done` is not called for a knock that was given up, nor for the failure of one that a later one has overtaken;
    /// but for its timeout (10 s, C22) it is: the connection that it went over is dead.
    void knock(Done done);

private:
    class Knock;

    void answered(int id, const std::optional<Error> &error, const Done &done);
    void keepOldestBefore(int answered);

    KubeTransport &m_transport;
    Clock &m_clock;
    std::map<int, std::unique_ptr<Knock>> m_underWay; ///< the oldest first
    int m_last = 0;
    int m_lastAnswered = 0; ///< well
};

} // namespace wk
