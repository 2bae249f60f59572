// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/discoverypace.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

using namespace std::chrono_literals;

using std::chrono::milliseconds;

constexpr milliseconds Again = 2min;                                   ///< custom resources come and go
constexpr std::array<milliseconds, 4> StartingAgain{30s, 10s, 5s, 2s}; ///< the last first
constexpr milliseconds FailedAgain = 30s;                              ///< a group did not answer; the rest is known
constexpr milliseconds LastingPause = 30s;
constexpr milliseconds MostPause = 2s;   ///< while nothing is known
constexpr milliseconds KnownPause = 15s; ///< at least, where it is known from before

} // namespace

milliseconds DiscoveryPace::behind(const ServerFacts &facts, Instant now)
{
    m_whole.reset();
    if (facts.failedGroups.empty()) {
        m_groups.reset();
        return m_soon > 0 ? StartingAgain[--m_soon] : Again;
    }
    const milliseconds pause = m_groups.next(now);
    return pause < Backoff::LongestDelay ? pause : FailedAgain;
}

milliseconds DiscoveryPace::behind(const Error &error, bool isKnown, Instant now)
{
    m_soon = StartingAgain.size();
    const milliseconds pause =
        isLasting(error.kind) ? LastingPause : std::max(std::min(m_whole.next(now), MostPause), error.retryAfter);
    return isKnown ? std::max(pause, KnownPause) : pause;
}

bool DiscoveryPace::isLasting(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Cancelled: // by whoever did not want to wait for a plugin
    case ErrorKind::ConfigBroken:
    case ErrorKind::FileUnreadable:
    case ErrorKind::ConsentNeeded:
    case ErrorKind::CredentialFailed:
    case ErrorKind::TlsUntrusted:
    case ErrorKind::TlsFailed:
    case ErrorKind::ProxyRefused:
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::Redirected:
    case ErrorKind::NotKubernetes:
    case ErrorKind::ReadOnlyViolation: return true;
    default: return false;
    }
}

} // namespace wk
