// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablestate.h"

#include "ui/models/kindgroups.h"
#include "ui/models/modelstr.h"
#include "ui/models/pastkind.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/outagewords.h"
#include "ui/words/statewords.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <utility>

namespace wk {

namespace {

TableState loading(const TableFacts &facts, WallTime now)
{
    TableState state;
    state.kind = TableState::Kind::Loading;
    state.title = ModelsTr::tr("Loading %1").arg(facts.kinds);
    bool knowsTotal = !facts.watches.empty();
    for (const WatchStatus &status : facts.watches) {
        state.listed += status.listed;
        state.total += status.listTotal.value_or(0);
        knowsTotal = knowsTotal && (status.listTotal || isCurrent(status.state));
    }
    if (!knowsTotal)
        state.total = 0;
    const QString sofar = format::number(static_cast<std::int64_t>(state.listed));
    if (state.total > 0)
        state.detail =
            ModelsTr::tr("%1 of about %2").arg(sofar, format::number(static_cast<std::int64_t>(state.total)));
    else if (state.listed > 0)
        state.detail = ModelsTr::tr("%1 so far").arg(sofar);
    const auto longest = std::ranges::max_element(facts.watches, {}, [now](const WatchStatus &status) {
        return status.awaited ? now - status.awaited->asked : std::chrono::microseconds(0);
    });
    const QString awaited = longest == facts.watches.end() ? QString() : awaitedSentence(*longest, now);
    state.detail += !state.detail.isEmpty() && !awaited.isEmpty() ? QString(u'\n' + awaited) : awaited;
    return state;
}

TableState troubled(const TableFacts &facts, const WatchStatus &status, WallTime now)
{
    TableState state;
    state.detail = watchSentence(status, now);
    state.canRetry = canRetry(status);
    switch (status.state) {
    case WatchState::NotAllowed:
        state.kind = TableState::Kind::Denied;
        state.title = ModelsTr::tr("You are not allowed to see %1").arg(facts.kinds);
        state.wantsNamespaces = facts.isNamespaced && facts.namespaces.empty();
        if (state.wantsNamespaces)
            state.detail =
                joinedSentences({state.detail, ModelsTr::tr("If you may see some namespaces only, enter them here.")});
        return state;
    case WatchState::KindGone:
        state.kind = TableState::Kind::Gone;
        state.title = ModelsTr::tr("The server no longer serves %1").arg(facts.kinds);
        return state;
    case WatchState::SignInNeeded:
        state.kind = TableState::Kind::Failing;
        state.title = ModelsTr::tr("You need to sign in");
        return state;
    case WatchState::Misconfigured:
    case WatchState::Waiting:
    case WatchState::Resuming:
    case WatchState::Relisting:
    case WatchState::Connecting:
    case WatchState::Listing:
    case WatchState::Live:
    case WatchState::Polled:
    case WatchState::Stopped:
    case WatchState::Recorded:
        state.kind = TableState::Kind::Failing;
        state.title = ModelsTr::tr("%1 cannot be loaded").arg(facts.kinds);
        return state;
    }
    return state;
}

/// What a table that shows rows says of the watches that are not well.
QString noticeOf(const WatchStatus &status, WallTime now)
{
    const bool isToSay = isInTrouble(status.state) || status.staleSince || !awaitedSentence(status, now).isEmpty();
    return isToSay ? watchStateAndSentence(status, now) : QString();
}

void sayIsForStream(TableState &state, const TableFacts &facts)
{
    if (!facts.eventField)
        return;
    state.isForStream = true;
    const QString why =
        *facts.eventField == FilterField::Manager
            ? ModelsTr::tr(
                  "The filter asks for updates whose writer is in doubt, but a table shows objects, so none can match. "
                  "Updates are in the Stream.")
            : ModelsTr::tr(
                  "“%1” is about events, but a table shows objects, so none can match. Events are in the Stream.")
                  .arg(QString::fromLatin1(fieldName(*facts.eventField)));
    state.detail += QLatin1Char(' ') + why;
}

void sayIsForOtherKind(TableState &state, const TableFacts &facts)
{
    if (!facts.kindAskedFor)
        return;
    state.kindAskedFor = facts.kindAskedFor;
    const QString asked = pluralName(*facts.kindAskedFor);
    state.detail +=
        QLatin1Char(' ') +
        ModelsTr::tr("The filter asks for %1, and this table shows %2.", "two kinds").arg(asked, facts.kinds);
}

void sayNothingMatches(TableState &state, const TableFacts &facts)
{
    state.kind = TableState::Kind::NothingMatches;
    state.title = ModelsTr::tr("Nothing matches the filter");
    const auto held = static_cast<int>(facts.held);
    state.detail = format::counted(ModelsTr::tr("It hides %n object(s). Esc clears it.", nullptr, held), held);
    sayIsForStream(state, facts);
    sayIsForOtherKind(state, facts);
}

QString listed(const std::vector<std::string> &namespaces)
{
    QStringList names;
    for (const std::string &ns : namespaces)
        names.append(displayText(ns, 80));
    return QLocale().createSeparatedList(names);
}

TableState standing(const TableFacts &facts, WallTime now)
{
    TableState state;
    const ConnectionWord &connection = facts.connection;
    if (facts.watches.empty() && !connection.sentence.isEmpty()) {
        state.canCancel = connection.total > 0;
        state.kind = state.canCancel ? TableState::Kind::Loading : TableState::Kind::Failing;
        if (!connection.title.isEmpty())
            state.kind = TableState::Kind::Nothing;
        state.title = state.canCancel              ? connection.sentence
                      : connection.title.isEmpty() ? notConnectedWord(connection.server)
                                                   : connection.title;
        state.detail = state.canCancel ? QString() : connection.sentence;
        state.canRetry = connection.isRetried;
        state.isStranded = connection.hasFailed && !state.canCancel;
        state.listed = connection.made;
        state.total = connection.total;
        return state;
    }
    if (facts.watches.empty()) {
        state.title = facts.isAnyServed ? ModelsTr::tr("Choose a kind on the left")
                                        : ModelsTr::tr("The server has not told what it serves");
        if (!facts.isAnyServed)
            state.detail = ModelsTr::tr("It is asked again. What it answers stands at the lower edge of the window.");
        return state;
    }
    const WatchStatus &status = *worstOf(facts.watches);
    const bool inTrouble = isInTrouble(status.state) || (status.error && facts.listed < facts.watches.size());
    if (facts.held == 0 && inTrouble)
        return troubled(facts, status, now);
    if (facts.held == 0 && facts.listed < facts.watches.size())
        return loading(facts, now);
    state.notice = noticeOf(status, now);
    state.canRetry = !state.notice.isEmpty() && canRetry(status);
    if (facts.held > 0 && connection.hasFailed) { // an earlier program's rows, or those of other clusters
        state.notice = joinedSentences({connection.sentence, state.notice});
        state.canRetry = state.canRetry || connection.isRetried;
    }
    if (state.notice.isEmpty() && !facts.onlyOf.empty())
        state.notice =
            ModelsTr::tr("You may not list %1 of all namespaces: only those of %2 are watched.", "pods, a list")
                .arg(facts.kinds, listed(facts.onlyOf));
    if (facts.shown > 0) {
        state.kind = TableState::Kind::Ready;
    } else if (facts.held > 0) {
        sayNothingMatches(state, facts);
    } else {
        state.kind = TableState::Kind::Empty;
        state.title = facts.namespaces.empty() ? ModelsTr::tr("There are no %1 here").arg(facts.kinds)
                                               : ModelsTr::tr("There are no %1 in %2", "pods, a list of namespaces")
                                                     .arg(facts.kinds, listed(facts.namespaces));
        state.detail = status.state == WatchState::Polled
                           ? watchStateAndSentence(status, now)
                           : ModelsTr::tr("New ones appear here as soon as they are created.");
    }
    return state;
}

/// By the mark that it wears while it lasts. What lasts still only the watches know.
void markOutage(TableState &state, const TableFacts &facts, const PastKind &kind, WallTime then, WallTime now)
{
    std::optional<Outage> outage = kind.outage;
    for (const WatchStatus &status : facts.watches)
        outage = graverAt(then, outage, status.outage());
    if (!outage)
        return;
    state.look = WatchLook{WatchState::Live, true, false};
    state.word = outageTitle(*outage, then, now);
    state.wordTip = outageMeaning(*outage, then);
    state.watch = facts.watches.empty() ? 0 : facts.watches.front().watch;
}

} // namespace

TableState tableState(const TableFacts &facts, WallTime now)
{
    TableState state = standing(facts, now);
    if (const WatchStatus *status = worstOf(facts.watches)) {
        state.look = lookOf(*status);
        state.word = watchStateText(*status, now);
        state.wordTip = watchToolTip(*status, now);
        state.watch = status->watch;
        if (facts.pausedAt && isCurrent(status->state)) {
            state.look->isQuiet = true;
            state.word = ModelsTr::tr("Paused");
            state.wordTip = ModelsTr::tr("These rows are from %1, when you paused. The watch continues.")
                                .arg(format::moment(*facts.pausedAt, now));
        }
    }
    return state;
}

QString notWatchedWords(const QString &kinds, const PastKind &kind, WallTime then)
{
    const auto second = [](WallTime time) { return std::chrono::floor<std::chrono::seconds>(time); };
    const bool isShort = kind.knownUntil && kind.knownFrom && second(*kind.knownUntil) == second(*kind.knownFrom);
    const auto said = [&](WallTime time) {
        return isShort ? format::momentMs(time, then) : format::moment(time, then);
    };
    if (kind.knownUntil && kind.knownFrom)
        return ModelsTr::tr("%1 were not watched between %2 and %3")
            .arg(kinds, said(*kind.knownUntil), said(*kind.knownFrom));
    if (kind.knownFrom)
        return ModelsTr::tr("%1 were not watched before %2").arg(kinds, said(*kind.knownFrom));
    if (kind.knownUntil)
        return ModelsTr::tr("%1 have not been watched since %2").arg(kinds, said(*kind.knownUntil));
    return ModelsTr::tr("%1 were not watched then").arg(kinds);
}

TableState pastTableState(const TableFacts &facts, const PastKind &kind, WallTime then, WallTime now)
{
    TableState state;
    if (!kind.isKnown()) {
        state.kind = TableState::Kind::NotWatched;
        const QString kinds = kind.unwatched.empty()
                                  ? facts.kinds
                                  : ModelsTr::tr("%1 in %2", "Pods in a, b").arg(facts.kinds, listed(kind.unwatched));
        state.title = notWatchedWords(kinds, kind, then);
        state.detail = ModelsTr::tr("So nothing is known about them at %1.").arg(format::moment(then, now));
        return state;
    }
    markOutage(state, facts, kind, then, now);
    if (!kind.onlyOf.empty())
        state.notice = ModelsTr::tr("Of all namespaces only %1 were watched then.", "a list").arg(listed(kind.onlyOf));
    if (!kind.unwatched.empty())
        state.notice = ModelsTr::tr("%1 in %2 were not watched then, so none of them is shown.", "Pods in a, b")
                           .arg(facts.kinds, listed(kind.unwatched));
    if (facts.isOnlyListed && state.notice.isEmpty())
        state.notice = ModelsTr::tr("This is what the last look before then found; nobody watched in between.");
    if (facts.shown > 0)
        state.kind = TableState::Kind::Ready;
    else if (facts.held > 0) {
        sayNothingMatches(state, facts);
        const auto held = static_cast<int>(facts.held);
        state.detail = format::counted(
            ModelsTr::tr("It hides %n object(s). Esc goes back to live; Esc again clears the filter.", nullptr, held),
            held);
        sayIsForStream(state, facts);
        sayIsForOtherKind(state, facts);
    } else {
        state.kind = TableState::Kind::Empty;
        state.title = facts.namespaces.empty() ? ModelsTr::tr("There were no %1 here").arg(facts.kinds)
                                               : ModelsTr::tr("There were no %1 in %2", "pods, a list of namespaces")
                                                     .arg(facts.kinds, listed(facts.namespaces));
        state.detail = ModelsTr::tr("This is the cluster as of %1.").arg(format::moment(then, now));
    }
    return state;
}

} // namespace wk
