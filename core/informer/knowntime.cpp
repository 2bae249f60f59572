// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/knowntime.h"

namespace wk {

void KnownTime::know(WallTime now)
{
    m_until = now;
    m_broke.reset();
}

void KnownTime::goOn(const ResourceVersion &from, WallTime until)
{
    know(until);
    lose(from, std::string(Gap::NotWatched), false, until);
}

void KnownTime::lose(const ResourceVersion &from, const std::string &reason, bool isOtherHistory, WallTime now)
{
    if (!m_gap) {
        const WallTime since = m_until.value_or(now);
        m_gap = Gap{from, {}, since, reason, isOtherHistory ? since : m_broke.value_or(since)};
    } else if (m_gap->reason.find(reason) == std::string::npos) {
        m_gap->reason += "; " + reason;
    }
}

void KnownTime::disprove(const std::string &reason)
{
    if (m_gap)
        return;
    m_gap = m_verified;
    m_gap->reason = reason;
}

std::optional<Gap> KnownTime::takeGap(const ResourceVersion &to)
{
    std::optional<Gap> gap = std::exchange(m_gap, std::nullopt);
    if (gap)
        gap->to = to;
    return gap;
}

} // namespace wk
