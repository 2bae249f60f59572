// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simexchange.h"

#include <utility>

/// What of an exchange is trouble: a server that fails, or does not know who asks.
namespace wk::sim {

namespace {

constexpr std::int64_t Patience = 60'000; ///< ms of server errors after which a client may list again

} // namespace

void SimExchange::noteTrouble()
{
    SimNet::Kind &kind = ofKind();
    const std::int64_t now = m_net.chronicle.now();
    if (kind.troubleSince < 0)
        kind.troubleSince = now;
    else if (now - kind.troubleSince >= Patience)
        m_net.chronicle.mark(m_kind, Mark::Kind::Cause);
}

void SimExchange::noteUnknownUser(std::chrono::milliseconds signInFails)
{
    m_net.chronicle.history(m_kind).requests[m_record].isUnknownUser = true;
    if (signInFails.count() > 0)
        m_net.signInFailsUntil = m_net.clock.now() + signInFails;
}

std::optional<ErrorKind> SimExchange::hindrance() const
{
    if (m_net.isAway)
        return ErrorKind::Refused;
    if (!m_wire && m_net.clock.now() < m_net.signInFailsUntil)
        return ErrorKind::CredentialFailed;
    return {};
}

/// Over a real wire it is for the real one.
bool SimExchange::signsInAnew(int status)
{
    if (m_wire || status != 401 || std::exchange(m_hasSignedInAnew, true))
        return false;
    m_sentAt = m_net.chronicle.now();
    m_step = m_net.clock.after(std::chrono::milliseconds(m_net.random.between(1, 5)), [this] { serve(); });
    return true;
}

} // namespace wk::sim
