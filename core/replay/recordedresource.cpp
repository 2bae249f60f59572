// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedresource.h"

#include <algorithm>
#include <utility>

namespace wk {

void RecordedResource::add(const HistorySnapshot &history, RowId row)
{
    const WatchId watch = history.watch(row);
    if (std::ranges::find(m_watches, watch) == m_watches.end()) {
        m_watches.push_back(watch);
        m_known.push_back({watch});
    }
    const EntryType type = history.type(row);
    const EntryClass origin = history.origin(row);
    if (history.isListed(row) || (type == EntryType::List && origin == EntryClass::Replayed))
        return;
    if (type == EntryType::List || type == EntryType::Relist)
        return addList(history, row, watch);
    if (m_stretches.empty() || type == EntryType::Error || type == EntryType::Gap || type == EntryType::Reconnect)
        return;
    if (origin == EntryClass::Inferred)
        return addInferred(row);
    const std::uint64_t revision = history.versionNumber(row);
    if (revision == 0)
        return;
    const auto known = std::ranges::find(m_known, watch, &Watched::watch);
    if (revision <= known->newest && type == EntryType::Bookmark)
        return;
    known->newest = std::max(known->newest, revision);
    const ObjectPtr object = history.object(row);
    const auto uid = object ? static_cast<std::uint32_t>(Uid::Hash{}(object->uid)) : 0;
    m_steps.push_back({revision, row, row, type == EntryType::Bookmark, uid});
    m_stretches.back().end = m_steps.size();
}

void RecordedResource::addList(const HistorySnapshot &history, RowId row, WatchId watch)
{
    std::uint64_t revision = history.versionNumber(row);
    const HistorySnapshot::Rows rows = history.rowsOfEntry(row);
    for (RowId one = row + 1; revision == 0 && one < rows.end; ++one) // a list that nobody has given a version
        revision = std::max(revision, history.versionNumber(one));
    Watched &known = *std::ranges::find(m_known, watch, &Watched::watch);
    const bool wentBack = revision < known.newest;
    known.newest = revision;
    for (Watched &other : m_known) {
        if (wentBack) // for all of them, though they do not know yet
            other.newest = std::min(other.newest, revision);
        revision = std::max(revision, other.newest);
    }
    m_stretches.push_back(
        {row, rows.end, std::max<std::uint64_t>(revision, 1), m_steps.size(), m_steps.size(), wentBack});
}

/// What a list differs in from what was held is part of the list.
void RecordedResource::addInferred(RowId row)
{
    Stretch &last = m_stretches.back();
    if (last.steps < last.end) { // somebody else has told something meanwhile
        const std::uint64_t revision = std::max(last.revision, m_steps.back().revision);
        m_stretches.push_back({row, row + 1, revision, m_steps.size(), m_steps.size()});
        return;
    }
    last.known = row + 1;
}

void RecordedResource::finish()
{
    std::vector<std::vector<Step>> told = stepsByStretch();
    m_steps.clear();
    std::uint64_t before = 0; // the newest version of any stretch before
    for (std::size_t number = 0; number < told.size(); ++number) {
        Stretch &stretch = m_stretches[number];
        std::vector<Step> &steps = told[number];
        std::ranges::stable_sort(steps, {}, [](const Step &step) { return std::pair(step.revision, step.isMark); });
        if (!steps.empty() && steps.front().revision <= stretch.revision) // of the first stretch
            stretch.revision = std::max<std::uint64_t>(steps.front().revision, 2) - 1;
        if (m_watches.size() > 1 && number > 0 && !stretch.wentBack && stretch.revision <= before)
            beginBehind(stretch, steps, before + 1);
        if (number > 0) {
            stretch.begin = std::max(stretch.begin, m_stretches[number - 1].begin);
            stretch.known = std::max(stretch.known, m_stretches[number - 1].known);
        }
        order(stretch, steps);
        before = newest(number, ~RowId(0));
    }
    m_known.clear();
}

/// What another watch tells after a list, of before it, is of the stretch before, which lasts until then.
std::vector<std::vector<RecordedResource::Step>> RecordedResource::stepsByStretch()
{
    std::vector<std::vector<Step>> told(m_stretches.size());
    for (std::size_t number = 0; number < told.size(); ++number) {
        for (std::size_t at = m_stretches[number].steps; at < m_stretches[number].end; ++at) {
            const Step &step = m_steps[at];
            std::size_t of = number;
            while (of > 0 && step.revision <= m_stretches[of].revision)
                --of;
            told[of].push_back(step);
            for (std::size_t later = of + 1; later <= number; ++later) {
                m_stretches[later].begin = std::max(m_stretches[later].begin, step.row);
                m_stretches[later].known = std::max(m_stretches[later].known, step.row + 1);
            }
        }
    }
    return told;
}

/// Where one of several watches has listed anew, what it missed may be of before a version that another has told:
/// whoever knows that version does not know what was missed, and must not be taken for one who has the list.
void RecordedResource::beginBehind(Stretch &stretch, std::vector<Step> &steps, std::uint64_t revision)
{
    stretch.revision = revision;
    for (const Step &step : steps) {
        if (step.revision > revision)
            break;
        stretch.begin = std::max(stretch.begin, step.row);
        stretch.known = std::max(stretch.known, step.row + 1);
    }
    std::erase_if(steps, [revision](const Step &step) { return step.revision <= revision; });
}

/// Adds a stretch's steps, which are sorted, each once.
void RecordedResource::order(Stretch &stretch, const std::vector<Step> &steps)
{
    stretch.steps = m_steps.size();
    RowId due = 0;
    for (const Step &step : steps) {
        due = std::max(due, step.row);
        const bool isFirst = stretch.steps == m_steps.size();
        const bool isSaid = !isFirst && m_steps.back().revision == step.revision &&
                            (step.isMark || m_steps.back().uid == step.uid); // by another watch
        if (isSaid)
            continue;
        m_steps.push_back(step);
        m_steps.back().due = due;
    }
    stretch.end = m_steps.size();
    for (std::size_t step = stretch.end; step > stretch.steps + 1; --step) { // all of a version at once
        if (m_steps[step - 2].revision == m_steps[step - 1].revision)
            m_steps[step - 2].due = m_steps[step - 1].due;
    }
}

std::size_t RecordedResource::stretchAt(RowId upTo) const
{
    const auto later =
        std::ranges::partition_point(m_stretches, [upTo](const Stretch &one) { return one.begin < upTo; });
    return later == m_stretches.begin() ? 0 : std::size_t(later - m_stretches.begin() - 1);
}

std::uint64_t RecordedResource::newest(std::size_t stretch, RowId upTo) const
{
    const std::size_t due = dueBefore(stretch, upTo);
    return due == m_stretches[stretch].steps ? m_stretches[stretch].revision : m_steps[due - 1].revision;
}

std::size_t RecordedResource::dueBefore(std::size_t stretch, RowId upTo) const
{
    const std::span<const Step> steps = stepsOf(stretch);
    return m_stretches[stretch].steps +
           std::size_t(std::ranges::partition_point(steps, [upTo](const Step &step) { return step.due < upTo; }) -
                       steps.begin());
}

std::size_t RecordedResource::firstAfter(std::size_t stretch, std::uint64_t revision) const
{
    const std::span<const Step> steps = stepsOf(stretch);
    return m_stretches[stretch].steps +
           std::size_t(std::ranges::upper_bound(steps, revision, {}, &Step::revision) - steps.begin());
}

bool RecordedResource::isAbandoned(std::size_t stretch, std::uint64_t revision) const
{
    return std::any_of(m_stretches.begin(), m_stretches.begin() + std::ptrdiff_t(stretch), [&](const Stretch &before) {
        return revision <= (before.steps == before.end ? before.revision : m_steps[before.end - 1].revision);
    });
}

std::span<const RecordedResource::Step> RecordedResource::stepsOf(std::size_t stretch) const
{
    const Stretch &one = m_stretches[stretch];
    return std::span(m_steps).subspan(one.steps, one.end - one.steps);
}

} // namespace wk
