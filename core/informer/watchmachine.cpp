// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/watchmachine.h"

#include "core/base/limits.h"

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto ShortLife = 1s;    ///< a stream that ends sooner without an event counts as a failure (C20)
constexpr auto TrustedLife = 5s;  ///< a stream that lived this long is opened again without a pause
constexpr auto ResumeWindow = 1s; ///< events this soon after a resume happened during the break
constexpr int RestartsAtOnce = 2; ///< a list that has to begin anew more often waits in between
constexpr auto ServerErrorPatience = 1min;

void append(WatchMachine::Effects &to, WatchMachine::Effects more)
{
    for (WatchMachine::Effect &effect : more)
        to.push_back(std::move(effect));
}

Error makeError(ErrorKind kind, std::string text)
{
    Error error;
    error.kind = kind;
    error.text = std::move(text);
    return error;
}

std::string wentBack(const ResourceVersion &now, const ResourceVersion &before)
{
    return "history went back: " + now.text() + " came after " + before.text();
}

bool asks(const WatchMachine::Effect &effect)
{
    return std::holds_alternative<WatchMachine::List>(effect) || std::holds_alternative<WatchMachine::Watch>(effect);
}

/// C19.
std::chrono::milliseconds askedToWait(const Error &error)
{
    return std::min<std::chrono::milliseconds>(error.retryAfter, limits::RetryAfterCap);
}

} // namespace

WatchMachine::Effects WatchMachine::step(const Input &input, Instant now)
{
    if (m_phase == Phase::Stopped)
        return {};
    Effects effects = std::visit([this, now](const auto &what) { return on(what, now); }, input);
    if (std::any_of(effects.begin(), effects.end(), asks))
        m_askedAt = now;
    return effects;
}

bool WatchMachine::isResumed(Instant now) const
{
    return m_breach && m_phase == Phase::Watching && now - m_openedAt < ResumeWindow;
}

bool WatchMachine::hasLived(Instant now) const
{
    return m_phase == Phase::Watching && (now - m_openedAt >= ShortLife || m_events > 0);
}

WatchMachine::Effects WatchMachine::on(const Start &start, Instant)
{
    if (m_phase != Phase::Idle)
        return {};
    m_canWatch = start.canWatch;
    m_sharesVersions = start.sharesVersions;
    m_synced = start.held.has_value();
    m_version = start.held.value_or(ResourceVersion());
    if (!start.away)
        return startList(limits::ListPageItems);
    m_error = start.away;
    return pause(WatchState::Waiting, 0ms, 0ms);
}

WatchMachine::Effects WatchMachine::on(const Page &page, Instant now)
{
    if (m_phase != Phase::Listing)
        return {};
    if (m_pages > 0 && page.version != m_listVersion) { // C2: all pages carry one version
        return restartList(makeError(ErrorKind::ServerError, "the list changed its version from page to page"), now);
    }
    const bool loops = !page.continueToken.empty() && page.continueToken == m_lastToken;
    if (loops || m_pages >= limits::ListPages) {
        Effects effects{DropPages{}};
        m_listAfterPause = true;
        append(effects, refused(makeError(ErrorKind::NotKubernetes, "the list never ends: its pages repeat"), now));
        return effects;
    }
    m_listVersion = page.version;
    m_lastToken = page.continueToken;
    ++m_pages;
    if (!page.continueToken.empty())
        return {TakePage{}, List{m_limit, page.continueToken}};

    Effects effects{TakePage{}};
    const auto order = compare(page.version, m_version);
    if (m_synced && order && *order < 0 && !isPolled()) // C16: the list is the truth, whatever its version
        effects.push_back(Lost{wentBack(page.version, m_version), true});
    m_version = page.version;
    m_listedAt = now;
    m_synced = true;
    m_expiredTokens = 0;
    m_restarts = 0;
    m_poison.reset();
    m_erring.reset();
    effects.push_back(Replace{});
    if (m_noWatch && m_noWatch->kind == ErrorKind::NoVersion && !m_version.isEmpty())
        m_noWatch.reset();
    append(effects, isPolled() ? lookLater() : startWatch());
    return effects;
}

WatchMachine::Effects WatchMachine::on(const ListFailed &failed, Instant now)
{
    if (m_phase != Phase::Listing)
        return {};
    if (failed.error.kind == ErrorKind::Expired && m_pages > 0) { // C3: the token expired
        ++m_expiredTokens;
        return restartList(failed.error, now);
    }
    Effects effects{DropPages{}};
    m_listAfterPause = true;
    append(effects, refused(failed.error, now));
    return effects;
}

WatchMachine::Effects WatchMachine::on(const Opened &, Instant now)
{
    if (m_phase != Phase::Opening)
        return {};
    m_phase = Phase::Watching;
    m_shown = WatchState::Live;
    m_openedAt = now;
    m_events = 0;
    m_denials = 0;
    m_error.reset();
    if (m_breach)
        return {Reconnected{*m_breach}};
    return {};
}

WatchMachine::Effects WatchMachine::on(const Event &event, Instant now)
{
    if (m_phase != Phase::Watching)
        return {};
    ++m_events;
    m_troubleSince.reset();
    if (event.known)
        return {};
    if (event.version.isEmpty()) {
        const Error error = makeError(ErrorKind::NoVersion, "an event came without a resourceVersion");
        if (m_version.isEmpty()) // C15: no stream can be told from another
            m_noWatch = error;
        return relist(error, now);
    }
    const auto order = compare(event.version, m_version);
    const bool maySay = event.isBookmark || m_sharesVersions; // the same again
    const bool goesBack = order && (maySay ? *order < 0 : *order <= 0);
    if (goesBack)
        return relist(makeError(ErrorKind::VersionTooLarge, wentBack(event.version, m_version)), now, true);
    m_version = event.version; // the Reflector applies the event before it asks for the version (C8)
    return {Apply{}};
}

/// C17: whatever an ERROR says, it may be about the version. From the same place again: list.
WatchMachine::Effects WatchMachine::on(const Erred &erred, Instant now)
{
    if (m_phase == Phase::Watching && m_erring == m_version) {
        Error error = erred.error;
        error.text = "the server broke the stream off twice: " + error.text;
        return relist(std::move(error), now);
    }
    m_erring = m_version;
    return on(Ended{erred.error}, now);
}

WatchMachine::Effects WatchMachine::on(const Ended &end, Instant now)
{
    if (m_phase != Phase::Watching && m_phase != Phase::Opening)
        return {};
    const bool wasOpen = m_phase == Phase::Watching;
    const auto life = wasOpen ? now - m_openedAt : 0ms;
    const bool hadLife = hasLived(now);
    if (wasOpen && life >= TrustedLife)
        m_troubleSince.reset(); // a stream that lived so long was no trouble
    if (!end.error) {           // C21: the server closes in order; nobody needs to know
        m_breach.reset();
        if (hadLife) {
            m_erring.reset();
            return startWatch();
        }
        return backOff(makeError(ErrorKind::ConnectionLost, "the server closed the stream at once"), now);
    }
    const Error &error = *end.error;
    if (!wasOpen && error.kind == ErrorKind::MethodNotAllowed)
        return unwatchable(error, now);
    switch (error.kind) {
    case ErrorKind::Expired:
    case ErrorKind::VersionTooLarge: return relist(error, now);
    case ErrorKind::BrokenFrame:
    case ErrorKind::TooLarge: return broken(error, now);
    case ErrorKind::ConnectionLost:
    case ErrorKind::TimedOut:
        m_breach = error;
        m_error = error;
        if (wasOpen && life >= TrustedLife) {
            m_shown = WatchState::Resuming;
            return startWatch();
        }
        return backOff(error, now);
    case ErrorKind::ServerError:
        if (m_troubleSince && now - *m_troubleSince >= ServerErrorPatience)
            return relist(error, now);
        if (!m_troubleSince)
            m_troubleSince = now;
        m_breach = error;
        return backOff(error, now);
    default:
        m_breach = error;
        m_listAfterPause = false;
        return refused(error, now);
    }
}

/// C23: a frame that cannot be read. From the same place again: the stream is poisoned there, so list past it.
WatchMachine::Effects WatchMachine::broken(const Error &error, Instant now)
{
    m_breach = error;
    m_error = error;
    if (m_poison == m_version) {
        m_poisonedAt = now;
        return relist(makeError(error.kind, "an event could not be read twice: " + error.text), now);
    }
    m_poison = m_version;
    if (m_poisonedAt && now - *m_poisonedAt < Backoff::CalmTime)
        return backOff(error, now); // a list has not helped: nobody is chased for one object
    m_shown = WatchState::Resuming;
    return startWatch();
}

WatchMachine::Effects WatchMachine::on(const Elapsed &, Instant now)
{
    if (m_phase != Phase::Pausing)
        return {};
    if (!m_listAfterPause)
        return startWatch();
    Effects effects;
    if (isPolled() && m_synced && now - m_listedAt > 2 * (LookPause + LookJitter))
        effects.push_back(Lost{"it could not be looked at for longer than usual"});
    append(effects, startList(pageLimit()));
    return effects;
}

WatchMachine::Effects WatchMachine::on(const RetryNow &, Instant now)
{
    m_backoff.reset();
    return on(Elapsed{}, now);
}

WatchMachine::Effects WatchMachine::on(const Distrust &distrust, Instant now)
{
    const bool isAskedSince = m_askedAt > distrust.since;
    switch (m_phase) {
    case Phase::Pausing: return on(RetryNow{}, now);
    case Phase::Listing: return isAskedSince ? Effects{} : Effects{Abort{}, List{m_limit, m_lastToken}};
    case Phase::Opening: // even a new request may have been given an old connection
        return isAskedSince ? Effects{Abort{}, Watch{m_version}} : reopen();
    case Phase::Watching: return isOpenSince(distrust.since) ? Effects{} : reopen();
    case Phase::Idle:
    case Phase::Stopped: break;
    }
    return {};
}

WatchMachine::Effects WatchMachine::on(const Overtaken &overtaken, Instant)
{
    if (m_phase != Phase::Opening || m_askedAt > overtaken.since)
        return {};
    return {Abort{}, Watch{m_version}};
}

WatchMachine::Effects WatchMachine::reopen()
{
    m_breach = makeError(ErrorKind::ConnectionLost, "the connection was not to be trusted any more");
    m_error = m_breach;
    m_shown = WatchState::Resuming;
    Effects effects{Abort{}};
    append(effects, startWatch());
    return effects;
}

WatchMachine::Effects WatchMachine::on(const Disproved &disproved, Instant)
{
    if (m_phase == Phase::Listing || m_phase == Phase::Idle)
        return {}; // the list under way mends it
    m_breach.reset();
    m_poison.reset();
    m_listAfterPause = true;
    if (m_phase == Phase::Pausing)
        return {Lost{disproved.reason, true}};
    Effects effects{Lost{disproved.reason, true}, Abort{}};
    append(effects, startList(limits::ListPageItems));
    return effects;
}

WatchMachine::Effects WatchMachine::on(const Stop &, Instant)
{
    m_phase = Phase::Stopped;
    m_shown = WatchState::Stopped;
    return {Abort{}};
}

WatchMachine::Effects WatchMachine::startList(int limit)
{
    m_phase = Phase::Listing;
    if (m_shown != WatchState::Polled) // a look is nothing out of the ordinary there
        m_shown = m_synced ? WatchState::Relisting : WatchState::Listing;
    m_pages = 0;
    m_limit = limit;
    m_lastToken.clear();
    return {List{limit, {}}};
}

/// The pages taken so far are of no use. A server that makes them so again and again is not asked without a pause.
WatchMachine::Effects WatchMachine::restartList(const Error &why, Instant now)
{
    Effects effects{DropPages{}};
    m_listAfterPause = true;
    append(effects, ++m_restarts > RestartsAtOnce ? backOff(why, now) : startList(pageLimit()));
    return effects;
}

/// C3: the second time that a token expired all is asked for at once.
int WatchMachine::pageLimit() const
{
    return m_expiredTokens > 1 ? 0 : limits::ListPageItems;
}

WatchMachine::Effects WatchMachine::startWatch()
{
    m_phase = Phase::Opening;
    if (m_shown == WatchState::Listing || m_shown == WatchState::Relisting)
        m_shown = WatchState::Live; // the store holds the state of this very moment
    m_events = 0;
    return {Watch{m_version}};
}

/// Changes may have been missed: say so, and take the state afresh; at once, if that is the first trouble in a while.
WatchMachine::Effects WatchMachine::relist(Error why, Instant now, bool isOtherHistory)
{
    Effects effects{Lost{why.text, isOtherHistory}};
    m_error = std::move(why);
    m_breach.reset();
    m_poison.reset();
    m_troubleSince.reset();
    m_listAfterPause = true;
    const bool atOnce = m_backoff.isCalm(now) && m_error->retryAfter.count() == 0;
    const auto asked = askedToWait(*m_error);
    const auto own = m_backoff.next(now, asked);
    if (!atOnce) {
        append(effects, pause(WatchState::Relisting, std::max(own, asked), own));
        return effects;
    }
    effects.push_back(Abort{});
    append(effects, startList(limits::ListPageItems));
    return effects;
}

WatchMachine::Effects WatchMachine::pause(WatchState shown, std::chrono::milliseconds delay,
                                          std::chrono::milliseconds jitter)
{
    m_phase = Phase::Pausing;
    m_shown = shown;
    return {Abort{}, Wait{delay, jitter}};
}

WatchMachine::Effects WatchMachine::backOff(const Error &error, Instant now)
{
    m_error = error;
    if (m_phase == Phase::Opening || m_phase == Phase::Watching)
        m_listAfterPause = false;
    const auto asked = askedToWait(error);
    const auto own = m_backoff.next(now, asked);
    return pause(WatchState::Waiting, std::max(own, asked), own);
}

} // namespace wk
