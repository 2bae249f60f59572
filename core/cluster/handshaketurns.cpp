// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/handshaketurns.h"

#include <algorithm>
#include <utility>

namespace wk {

using namespace std::chrono_literals;

HandshakeTurns::HandshakeTurns(Clock &clock)
    : m_clock(clock)
{}

void HandshakeTurns::join(const QObject *who, std::function<void()> begin)
{
    m_waiting.push_back({who, std::move(begin)});
    if (m_waiting.size() == 1)
        callNextIn(m_current ? Patience : 0ms);
}

void HandshakeTurns::leave(const QObject *who)
{
    if (who == m_current) {
        m_current = nullptr;
        if (!m_waiting.empty())
            callNextIn(0ms);
        return;
    }
    std::erase_if(m_waiting, [who](const Waiting &waiting) { return waiting.who == who; });
    if (m_waiting.empty())
        m_next.cancel();
}

void HandshakeTurns::callNextIn(std::chrono::milliseconds time)
{
    m_next = m_clock.after(time, [this] { callNext(); });
}

void HandshakeTurns::callNext()
{
    const Waiting next = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_current = next.who;
    if (!m_waiting.empty())
        callNextIn(Patience);
    next.begin();
}

} // namespace wk
