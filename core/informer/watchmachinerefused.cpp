// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/watchmachine.h"

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto AskAgain = 54s; ///< 401, 403: each minute, give or take a tenth (C30)
constexpr auto AskAgainJitter = 12s;
constexpr auto MisconfiguredJitter = 6s;
constexpr auto MisconfiguredPause = 30s;
constexpr int DenialsUntilBelieved = 7; ///< 0.8 s doubled so often is more than a minute

} // namespace

/// C30: each minute. What was allowed before is asked for sooner at first: a server that starts answers before it knows
/// who may do what.
WatchMachine::Effects WatchMachine::denied()
{
    const auto soon = Backoff::FirstDelay * (1 << std::min(m_denials, DenialsUntilBelieved));
    if (!m_synced || soon >= AskAgain)
        return pause(WatchState::NotAllowed, AskAgain, AskAgainJitter);
    ++m_denials;
    return pause(WatchState::NotAllowed, soon, soon);
}

/// An error that says how long it makes sense to wait (C19, C30).
WatchMachine::Effects WatchMachine::refused(const Error &error, Instant now)
{
    m_error = error;
    switch (error.kind) {
    case ErrorKind::Unauthorized:
    case ErrorKind::Cancelled: // a sign-in
    case ErrorKind::CredentialFailed:
    case ErrorKind::ConsentNeeded: return pause(WatchState::SignInNeeded, AskAgain, AskAgainJitter);
    case ErrorKind::Forbidden: return denied();
    case ErrorKind::Redirected:
    case ErrorKind::ProxyRefused:
    case ErrorKind::NotKubernetes:
    case ErrorKind::MethodNotAllowed:
    case ErrorKind::NotAcceptable:
    case ErrorKind::Invalid:
    case ErrorKind::TlsUntrusted:
    case ErrorKind::ConfigBroken:
    case ErrorKind::FileUnreadable:
    case ErrorKind::ReadOnlyViolation: return pause(WatchState::Misconfigured, MisconfiguredPause, MisconfiguredJitter);
    case ErrorKind::NotFound: {
        Effects effects;
        if (m_synced)
            effects = {Lost{KindGone}, Vanished{}};
        m_synced = false;
        m_noWatch.reset();
        m_breach.reset();
        m_listAfterPause = true;
        // Replaced definitions are back in a moment, and so are all of them on a server that is starting.
        const auto own = m_backoff.next(now);
        for (const Effect &effect : pause(WatchState::KindGone, own, own))
            effects.push_back(effect);
        return effects;
    }
    default: return backOff(error, now);
    }
}

WatchMachine::Effects WatchMachine::lookLater()
{
    m_error = m_noWatch;
    m_listAfterPause = true;
    return pause(WatchState::Polled, LookPause, LookJitter);
}

/// Whatever discovery has said. A list that has just come is as good as a look.
WatchMachine::Effects WatchMachine::unwatchable(const Error &error, Instant now)
{
    m_noWatch = error;
    return now - m_listedAt < LookPause ? lookLater() : relist(error, now);
}

} // namespace wk
