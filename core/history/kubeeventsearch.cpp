// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/kubeeventsearch.h"

#include "core/history/lifesearch.h"

#include <algorithm>

namespace wk {

namespace {

using EventWatches = std::map<WatchId, HistorySnapshot::Knowledge>;

/// The watches that were ever listed and tell of all Events of a namespace.
EventWatches eventWatches(const HistorySnapshot &log, const ClusterId &cluster, const std::string &ns)
{
    EventWatches watches;
    for (const auto &[watch, scope] : log.scopes()) {
        const bool isWhole = scope.labelSelector.empty() && scope.fieldSelector.empty();
        if (!isWhole || !isKubeEvents(scope.resource.gvr) || !scope.looksAt(ns) || log.clusterOf(watch) != cluster)
            continue;
        if (const auto knowledge = log.knowledge(watch))
            watches.emplace(watch, *knowledge);
    }
    return watches;
}

/// Those who told of it have been closed: whoever watches now has not found it.
void endUnlessListed(std::vector<LifeRevision> &revisions, const std::set<WatchId> &toldBy, const EventWatches &watches,
                     RowId upTo)
{
    const LifeRevision last = revisions.back();
    if (last.type == EntryType::Deleted)
        return;
    std::optional<WallTime> missed;
    for (const auto &[watch, knowledge] : watches) {
        if (!knowledge.covers(upTo))
            continue;
        if (toldBy.contains(watch))
            return;
        missed = std::min(missed.value_or(knowledge.since), knowledge.since);
    }
    if (missed)
        revisions.push_back(
            {last.row, std::max(*missed, last.arrived), EntryType::Deleted, EntryClass::Inferred, last.object});
}

/// Of those that were open at a row the one that began first; null when none had begun before `before`.
const HistorySnapshot::Knowledge *openAt(const EventWatches &watches, RowId at, RowId before)
{
    const HistorySnapshot::Knowledge *first = nullptr;
    for (const auto &[watch, known] : watches) {
        if (known.from < before && known.covers(at) && (!first || known.from < first->from))
            first = &known;
    }
    return first;
}

/// The one that was closed last before a row; null when none was.
const HistorySnapshot::Knowledge *lastBefore(const EventWatches &watches, RowId at)
{
    const HistorySnapshot::Knowledge *last = nullptr;
    for (const auto &[watch, known] : watches) {
        if (known.from < at && known.upTo && *known.upTo < at && (!last || *known.upTo > *last->upTo))
            last = &known;
    }
    return last;
}

void count(EventCoverage &coverage, const HistorySnapshot::GapTime &gap)
{
    ++coverage.gaps;
    if (gap.to > coverage.lastGap.to)
        coverage.lastGap = gap;
}

/// What every watch missed that could have seen it.
void findGaps(EventCoverage &coverage, const HistorySnapshot &log, const EventWatches &watches, RowId upTo)
{
    std::map<WatchId, std::vector<HistorySnapshot::GapTime>> gaps;
    for (const auto &[watch, known] : watches)
        gaps[watch] = log.gapsOf(watch, upTo);
    const auto saw = [&gaps](const auto &watch, const HistorySnapshot::GapTime &gap) {
        const auto &[number, known] = watch;
        const bool wasOpen = known.since <= gap.from && (!known.until || *known.until >= gap.to);
        return wasOpen && std::ranges::none_of(gaps[number], [&gap](const HistorySnapshot::GapTime &own) {
                   return own.from <= gap.to && own.to >= gap.from;
               });
    };
    for (const auto &[watch, missed] : gaps) {
        for (const HistorySnapshot::GapTime &gap : missed) {
            if (gap.to < coverage.since || std::ranges::any_of(watches, [&](const auto &one) { return saw(one, gap); }))
                continue;
            count(coverage, gap);
        }
    }
}

std::vector<LifeRevision> revisionsOfLife(const HistorySnapshot &log, LifeId life, RowId upTo)
{
    std::vector<LifeRevision> revisions = wk::revisionsOf(log, ObjectLives{life}, upTo);
    std::erase_if(revisions, [](const LifeRevision &revision) { return !revision.object; });
    if (revisions.size() > KubeEventSearch::MostRevisions)
        revisions.erase(revisions.begin(), revisions.end() - KubeEventSearch::MostRevisions);
    return revisions;
}

} // namespace

KubeEventSearch::KubeEventSearch(RegardedObject subject)
    : m_subject(std::move(subject))
    , m_printed(m_subject.kind + '/' + m_subject.name)
{
    const auto kind = m_printed.begin() + std::ptrdiff_t(m_subject.kind.size());
    std::transform(m_printed.begin(), kind, m_printed.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
}

void KubeEventSearch::look(const HistorySnapshot &log, const std::stop_token &stop)
{
    if (!m_isBegun || m_next < log.begin())
        lookAtKept(log);
    for (; m_next < log.end() && !stop.stop_requested(); ++m_next) {
        const LifeStep step = log.lives().step(m_next);
        if (step.kind != LifeStep::Kind::Stands || !isEventWatch(log, log.watch(m_next)) || m_found.contains(step.of))
            continue;
        if (mayRegard(*log.object(m_next)))
            m_found.insert(step.of);
    }
}

bool KubeEventSearch::isEventWatch(const HistorySnapshot &log, WatchId watch)
{
    const auto [known, isNew] = m_watches.try_emplace(watch, false);
    if (isNew) {
        const WatchScope *scope = log.scope(watch);
        known->second = scope && isKubeEvents(scope->resource.gvr) && log.clusterOf(watch) == m_subject.cluster;
    }
    return known->second;
}

/// What has not been looked at and stands from before the log's beginning.
void KubeEventSearch::lookAtKept(const HistorySnapshot &log)
{
    m_isBegun = true;
    m_next = log.begin();
    if (m_next == 0)
        return;
    for (const auto &[watch, scope] : log.scopes()) {
        if (!isEventWatch(log, watch))
            continue;
        for (const LifeIndex::Standing &standing : log.lives().standing(watch, m_next)) {
            if (mayRegard(*log.object(standing)))
                m_found.insert(standing.life);
        }
    }
}

/// By the server's cells where there are any: OBJECT is "pod/web-1". Source: kubernetes pkg/printers/internalversion.
bool KubeEventSearch::mayRegard(const Object &event) const
{
    if (!m_subject.ns.empty() && event.ns != m_subject.ns)
        return false;
    if (event.cells.empty()) {
        const auto said = readKubeEvent(event);
        return said && regards(*said, m_subject);
    }
    return std::ranges::any_of(event.cells, [this](const Cell &cell) {
        const auto *text = std::get_if<std::string_view>(&cell);
        return text && (m_subject.kind.empty() ? text->ends_with(m_printed) : *text == m_printed);
    });
}

std::map<std::string, KubeEventSearch::Told> KubeEventSearch::told(const HistorySnapshot &log, RowId upTo) const
{
    std::map<std::string, Told> events;
    for (const LifeId life : m_found) {
        const LastWord newest = log.newestOf(life);
        const auto watch = newest.object ? m_watches.find(newest.watch) : m_watches.end();
        if (watch == m_watches.end() || !watch->second)
            continue; // the number is free, or is another's now
        std::vector<LifeRevision> revisions = revisionsOfLife(log, life, upTo);
        if (revisions.empty())
            continue;
        const std::string &uid = revisions.back().object->uid;
        Told &event = events[uid.empty() ? '/' + std::to_string(life) : uid];
        event.by.insert(watch->first);
        event.revisions = event.revisions.empty() ? std::move(revisions)
                                                  : mergedRevisions(std::move(event.revisions), std::move(revisions));
    }
    return events;
}

KubeEventSearch::Answer KubeEventSearch::revisions(const HistorySnapshot &log, RowId upTo) const
{
    std::map<std::string, EventWatches> watches; // by namespace
    Answer answer;
    auto &found = answer.newest;
    std::map<std::string, Told> events = told(log, upTo);
    for (auto &[uid, event] : events) {
        const std::string &ns = event.revisions.back().object->ns;
        const auto [known, isNew] = watches.try_emplace(ns);
        if (isNew)
            known->second = eventWatches(log, m_subject.cluster, ns);
        endUnlessListed(event.revisions, event.by, known->second, upTo);
        found.push_back(std::move(event.revisions));
    }
    std::ranges::stable_sort(found, {}, [](const auto &revisions) { return revisions.back().row; });
    answer.older = found.size() - std::min(found.size(), MostEvents);
    found.erase(found.begin(), found.begin() + std::ptrdiff_t(answer.older));
    return answer;
}

EventCoverage eventCoverage(const HistorySnapshot &log, const ClusterId &cluster, const std::string &ns, RowId upTo)
{
    const auto watches = eventWatches(log, cluster, ns.empty() ? "default" : ns);
    EventCoverage coverage;
    const HistorySnapshot::Knowledge *one = openAt(watches, upTo, upTo + 1);
    while (one) {
        coverage.isKnown = true;
        coverage.since = one->since;
        const RowId from = one->from;
        one = openAt(watches, from, from);
        if (!one && (one = lastBefore(watches, from)))
            count(coverage, {*one->until, *one->until, *coverage.since});
    }
    if (coverage.isKnown) {
        findGaps(coverage, log, watches, upTo);
        return coverage;
    }
    for (const auto &[watch, known] : watches) {
        if (known.from > upTo)
            coverage.since = std::min(coverage.since.value_or(known.since), known.since);
        else if (known.until)
            coverage.until = std::max(coverage.until.value_or(*known.until), *known.until);
    }
    return coverage;
}

} // namespace wk
