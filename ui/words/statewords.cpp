// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/statewords.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/styletr.h"
#include "ui/words/outagewords.h"

#include <QStringList>

#include <algorithm>

namespace wk {

namespace {

/// Whole seconds until the next try; 0 when none is set or it is due.
std::int64_t secondsLeft(const WatchStatus &status, WallTime now)
{
    if (!status.nextTry)
        return 0;
    return std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::seconds>(*status.nextTry - now).count());
}

QString nextLook(const WatchStatus &status, WallTime now)
{
    const std::int64_t left = secondsLeft(status, now);
    return left > 0 ? StyleTr::tr("Next look in %1.").arg(format::seconds(left)) : StyleTr::tr("Looking now.");
}

QString nextTry(const WatchStatus &status, WallTime now)
{
    if (!status.nextTry)
        return {};
    const std::int64_t left = secondsLeft(status, now);
    return left > 0 ? StyleTr::tr("Next try in %1.").arg(format::seconds(left)) : StyleTr::tr("Trying again.");
}

QString staleness(const WatchStatus &status, WallTime now)
{
    if (!status.staleSince)
        return {};
    const QString then = format::moment(*status.oldSince(), now);
    const QString doubt = format::moment(*status.staleSince, now);
    return doubt == then ? StyleTr::tr("What is shown is the state of %1.").arg(then)
                         : StyleTr::tr("What is shown is the state of %1, in doubt since %2.").arg(then, doubt);
}

QString withReason(const QString &words, const WatchStatus &status)
{
    const QString reason = status.error ? errorWord(status.error->kind) : QString();
    return reason.isEmpty() ? words : StyleTr::tr("%1 (%2)", "Waiting 12 s (refused)").arg(words, reason);
}

QString listingText(const WatchStatus &status)
{
    const QString word = watchStateWord(status.state);
    if (status.listed == 0)
        return word;
    const QString sofar = format::number(static_cast<std::int64_t>(status.listed));
    if (!status.listTotal)
        return StyleTr::tr("%1 %2", "Listing 500").arg(word, sofar);
    const QString total = format::number(static_cast<std::int64_t>(*status.listTotal));
    return StyleTr::tr("%1 %2/%3", "Listing 500/1 200").arg(word, sofar, total);
}

bool isSilent(const WatchStatus &status)
{
    return isCurrent(status.state) && status.staleSince;
}

/// Why it is not watched, where discovery had not said so.
QString whyPolled(const WatchStatus &status)
{
    return status.error ? errorWords(*status.error).sentence()
                        : StyleTr::tr("The server offers no watch of this kind.");
}

} // namespace

bool needsAttention(const WatchStatus &status)
{
    return !isCurrent(status.state) || isSilent(status);
}

bool isInTrouble(WatchState state)
{
    switch (state) {
    case WatchState::Waiting:
    case WatchState::SignInNeeded:
    case WatchState::NotAllowed:
    case WatchState::KindGone:
    case WatchState::Misconfigured: return true;
    case WatchState::Connecting:
    case WatchState::Listing:
    case WatchState::Live:
    case WatchState::Polled:
    case WatchState::Resuming:
    case WatchState::Relisting:
    case WatchState::Stopped:
    case WatchState::Recorded: return false;
    }
    return false;
}

bool canRetry(const WatchStatus &status)
{
    return isInTrouble(status.state) || status.state == WatchState::Resuming || status.state == WatchState::Polled ||
           isSilent(status);
}

int gravity(const WatchStatus &status)
{
    switch (status.state) {
    case WatchState::Stopped:
    case WatchState::Recorded: return 0;
    case WatchState::Live:
    case WatchState::Polled: return isSilent(status) ? 6 : 0;
    case WatchState::Connecting:
    case WatchState::Listing: return 1;
    case WatchState::Resuming: return 2;
    case WatchState::Relisting: return 3;
    case WatchState::NotAllowed: return 4;
    case WatchState::KindGone: return 5;
    case WatchState::Waiting: return 7;
    case WatchState::Misconfigured: return 8;
    case WatchState::SignInNeeded: return 9;
    }
    return 0;
}

const WatchStatus *worstOf(const std::vector<WatchStatus> &statuses)
{
    const auto found = std::ranges::max_element(statuses, {}, gravity);
    return found == statuses.end() ? nullptr : &*found;
}

QString watchStateWord(WatchState state)
{
    switch (state) {
    case WatchState::Connecting: return StyleTr::tr("Connecting");
    case WatchState::Listing: return StyleTr::tr("Listing");
    case WatchState::Live: return StyleTr::tr("Live");
    case WatchState::Polled: return StyleTr::tr("Polled");
    case WatchState::Resuming: return StyleTr::tr("Resuming");
    case WatchState::Waiting: return StyleTr::tr("Waiting");
    case WatchState::Relisting: return StyleTr::tr("Relisting");
    case WatchState::SignInNeeded: return StyleTr::tr("Sign-in needed");
    case WatchState::NotAllowed: return StyleTr::tr("Not allowed");
    case WatchState::KindGone: return StyleTr::tr("Kind gone");
    case WatchState::Misconfigured: return StyleTr::tr("Configuration error");
    case WatchState::Stopped: return StyleTr::tr("Stopped");
    case WatchState::Recorded: return StyleTr::tr("Recorded");
    }
    return {};
}

QString notConnectedWord(const QString &server)
{
    return server.isEmpty() ? StyleTr::tr("Not connected") : StyleTr::tr("Not connected to %1", "a server").arg(server);
}

QString watchStateText(const WatchStatus &status, WallTime now)
{
    const QString word = watchStateWord(status.state);
    if (isSilent(status))
        return staleWords(*status.oldSince(), now);
    switch (status.state) {
    case WatchState::Polled: return StyleTr::tr("Looked at every 30 s, not watched");
    case WatchState::Waiting: {
        const std::int64_t left = secondsLeft(status, now);
        return withReason(left > 0 ? StyleTr::tr("Waiting %1").arg(format::seconds(left)) : word, status);
    }
    case WatchState::Listing:
    case WatchState::Relisting: return listingText(status);
    case WatchState::Misconfigured: return withReason(word, status);
    case WatchState::Live:
    case WatchState::Connecting:
    case WatchState::Resuming:
    case WatchState::SignInNeeded:
    case WatchState::NotAllowed:
    case WatchState::KindGone:
    case WatchState::Stopped:
    case WatchState::Recorded: return word;
    }
    return word;
}

QString watchHeadline(const WatchStatus &status, WallTime now)
{
    const QString text = watchStateText(status, now);
    if (!status.staleSince || isSilent(status))
        return text;
    return StyleTr::tr("%1, %2", "Waiting 12 s (refused), stale since 14:02")
        .arg(text, outageWords(*status.outage(), *status.oldSince(), now));
}

QString awaitedSentence(const WatchStatus &status, WallTime now)
{
    constexpr std::chrono::seconds Soon{5};
    constexpr std::chrono::seconds LongList{30};
    if (!status.awaited)
        return {};
    const AwaitedAnswer &awaited = *status.awaited;
    const auto lasting = [now](WallTime since) {
        return format::seconds(std::chrono::floor<std::chrono::seconds>(now - since).count());
    };
    const bool isSlow = now - awaited.asked >= Soon;
    const bool isLong = awaited.page > 1 && now - awaited.listBegan >= LongList;
    const QString since = lasting(awaited.asked);
    const QString page = format::number(awaited.page);
    QStringList said;
    if (isSlow && awaited.page == 0)
        said << StyleTr::tr("The server has not answered for %1: the stream is not open yet.").arg(since);
    else if (isSlow && awaited.hasBegun)
        said << StyleTr::tr("Page %1 of the list has been coming for %2.").arg(page, since);
    else if (isSlow)
        said << StyleTr::tr("The server has not answered for %1: page %2 of the list is awaited.").arg(since, page);
    if (isLong)
        said << StyleTr::tr("The list has been under way for %1, and is at page %2.")
                    .arg(lasting(awaited.listBegan), page);
    return joinedSentences(said);
}

QString watchSentence(const WatchStatus &status, WallTime now)
{
    const QString reason = status.error ? errorWords(*status.error).sentence() : QString();
    const QString stale = staleness(status, now);
    if (isSilent(status))
        return joinedSentences({reason, stale});
    switch (status.state) {
    case WatchState::Live:
    case WatchState::Stopped:
    case WatchState::Recorded: return {};
    case WatchState::Polled: return joinedSentences({whyPolled(status), nextLook(status, now)});
    case WatchState::Connecting:
    case WatchState::Listing: return joinedSentences({reason, awaitedSentence(status, now)});
    case WatchState::Resuming:
    case WatchState::Relisting: return joinedSentences({reason, awaitedSentence(status, now), stale});
    case WatchState::NotAllowed: return joinedSentences({reason, StyleTr::tr("Retried every minute."), stale});
    case WatchState::Waiting:
    case WatchState::SignInNeeded:
    case WatchState::Misconfigured: return joinedSentences({reason, nextTry(status, now), stale});
    case WatchState::KindGone: return joinedSentences({StyleTr::tr("The server no longer serves this kind."), stale});
    }
    return {};
}

QString watchStateAndSentence(const WatchStatus &status, WallTime now)
{
    const QString text = watchStateText(status, now);
    const QString sentence = watchSentence(status, now);
    return sentence.isEmpty()
               ? text
               : StyleTr::tr("%1. %2", "Waiting 12 s (refused). Why, and what next.").arg(text, sentence);
}

QString watchToolTip(const WatchStatus &status, WallTime now)
{
    QStringList lines{watchHeadline(status, now), watchSentence(status, now)};
    const QString own = status.error ? displayText(status.error->text, limits::LineChars) : QString();
    if (!own.isEmpty() && !lines.back().contains(own))
        lines << StyleTr::tr("The last error in full: %1").arg(own);
    if (status.verified)
        lines << StyleTr::tr("Compared with the server and found equal at %1.")
                     .arg(format::moment(*status.verified, now));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace wk
