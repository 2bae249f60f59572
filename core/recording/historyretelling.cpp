// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historyretelling.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr std::size_t EntriesATime = 256;

/// Before which row it is opened again, of those up to one; nothing where it is not.
std::optional<RowId> openedAgain(const HistoryWatch &watch, RowId from, RowId upTo)
{
    const auto found = std::ranges::lower_bound(watch.openedAgain, from);
    return found != watch.openedAgain.end() && *found <= upTo ? std::optional(*found) : std::nullopt;
}

/// A list of which the end has not come.
bool lacksObjects(const HistorySnapshot &history, RowId first)
{
    return history.type(first) == EntryType::List && !history.isListed(first) &&
           first + 1 + history.entry(first)->found.listed > history.end();
}

std::size_t closingsBefore(const HistorySnapshot &history, RowId row)
{
    const auto closings = history.closings();
    const auto first = std::ranges::lower_bound(closings, row, {}, &HistorySnapshot::Closing::row);
    return static_cast<std::size_t>(first - closings.begin());
}

/// The version that the watch had told last before a row.
ResourceVersion versionBefore(const HistorySnapshot &history, WatchId watch, RowId at)
{
    for (RowId row = at; row-- > history.begin();) {
        if (history.watch(row) == watch && !history.isListed(row) && history.origin(row) != EntryClass::Inferred &&
            !history.version(row).empty())
            return ResourceVersion(history.version(row));
    }
    return {};
}

} // namespace

HistoryRetelling::HistoryRetelling(WatchSink &to, RetoldRows rows)
    : m_to(to)
    , m_rows(std::move(rows))
    , m_filter(m_rows.query)
{}

bool HistoryRetelling::isAsked(const HistorySnapshot &history, RowId row)
{
    return m_rows.query.isAll() || !history.isOfObject(row) || m_filter.matches(history, row);
}

/// False for one that is not told of.
bool HistoryRetelling::open(const HistorySnapshot &history, WatchId watch, RowId at)
{
    const auto [known, isNew] = m_watches.try_emplace(watch);
    Told &told = known->second;
    if (isNew) {
        const WatchScope *scope = history.scope(watch);
        told.isTaken = scope && (m_rows.kinds.empty() || m_rows.kinds.contains(scope->resource.gvr));
    }
    if (!told.isTaken || told.isOpen)
        return told.isTaken;
    flush();
    told.isOpen = true;
    told.since = at;
    m_to.opened(watch, history.clusterOf(watch), *history.scope(watch));
    return true;
}

void HistoryRetelling::begin(const HistorySnapshot &history, RowId at, WallTime time)
{
    m_next = at;
    m_closings = closingsBefore(history, at + 1);
    for (const auto &[watch, scope] : history.scopes()) {
        const auto known = history.knowledge(watch);
        const bool isOpen = known && at >= known->from && !history.closedBefore(watch, at);
        if (isOpen && open(history, watch, at))
            add(listAt(history, watch, at, time));
    }
    flush();
}

void HistoryRetelling::goOnBehind(const HistorySnapshot &history)
{
    m_next = history.end();
    if (history.size() > 0 && lacksObjects(history, history.rowsOfEntry(m_next - 1).first))
        m_next = history.rowsOfEntry(m_next - 1).first; // whole, it takes the place of its beginning
    m_closings = closingsBefore(history, m_next);       // one at its end may only be how it was read
    for (const auto &[watch, scope] : history.scopes()) {
        const bool isTaken = m_rows.kinds.empty() || m_rows.kinds.contains(scope.resource.gvr);
        m_watches[watch] = {isTaken, history.isOpen(watch), m_next, {}, {}};
    }
}

/// As the watch would have been told if it had listed then.
EntryPtr HistoryRetelling::listAt(const HistorySnapshot &history, WatchId watch, RowId at, WallTime time)
{
    auto list = std::make_shared<Entry>();
    list->watch = watch;
    list->type = EntryType::List;
    list->origin = EntryClass::Initial;
    list->arrived = time;
    list->version = versionBefore(history, watch, at);
    list->columns = history.columnsOf(watch);
    auto objects = std::make_shared<std::vector<ObjectPtr>>();
    for (const LifeIndex::Standing &one : history.lives().standing(watch, at)) {
        const bool isRow = one.row >= history.begin() && one.row < history.end();
        if (!isRow || isAsked(history, one.row))
            objects->push_back(history.object(one));
    }
    return listOf(std::move(list), std::move(objects));
}

/// Under a filter a watch tells what a server's tells under a selector: what comes to answer it is added, what no
/// longer does is deleted. Source: apiserver storage/cacher, convertToWatchEvent().
void HistoryRetelling::tellEntry(const HistorySnapshot &history, HistorySnapshot::Rows rows)
{
    const RowId row = rows.first;
    const EntryType type = history.type(row);
    if (m_rows.query.isAll() || !history.isOfObject(row) || !hasClass(type))
        return add(entryOf(history, rows));
    const WatchId watch = history.watch(row);
    const ObjectPtr object = history.object(row);
    auto &inside = m_watches[watch].inside;
    const bool wasInside = inside.contains(object->uid);
    const bool isInside = isAsked(history, row);
    if (!wasInside && (!isInside || type == EntryType::Deleted))
        return;
    auto entry = std::make_shared<Entry>(*history.entry(row));
    if (wasInside && !isInside && type != EntryType::Deleted) {
        entry->type = EntryType::Deleted;
        entry->mayHaveLeftFilter = true;
    } else if (!wasInside) {
        entry->type = EntryType::Added;
    }
    if (entry->type == EntryType::Deleted)
        inside.erase(object->uid);
    else
        inside.insert(object->uid);
    add(std::move(entry));
}

/// A list with its objects.
EntryPtr HistoryRetelling::entryOf(const HistorySnapshot &history, HistorySnapshot::Rows rows)
{
    EntryPtr entry = history.entry(rows.first);
    if (entry->type != EntryType::List)
        return entry;
    auto list = std::make_shared<Entry>(*entry);
    auto objects = std::make_shared<std::vector<ObjectPtr>>();
    for (RowId row = rows.first + 1; row < rows.end; ++row) {
        if (isAsked(history, row))
            objects->push_back(history.object(row));
    }
    return listOf(std::move(list), std::move(objects));
}

EntryPtr HistoryRetelling::listOf(std::shared_ptr<Entry> list, std::shared_ptr<std::vector<ObjectPtr>> objects)
{
    auto &inside = m_watches[list->watch].inside;
    inside.clear();
    for (const ObjectPtr &object : *objects) {
        if (!m_rows.query.isAll())
            inside.insert(object->uid);
    }
    list->found.listed = static_cast<std::uint32_t>(objects->size());
    list->objects = std::move(objects);
    return list;
}

void HistoryRetelling::tell(const HistorySnapshot &history, RowId end, Last last)
{
    m_next = std::max(m_next, history.begin());
    while (m_next < end) {
        tellClosings(history, m_next);
        tellOpenings(history, m_next);
        const HistorySnapshot::Rows rows = history.rowsOfEntry(m_next);
        if (last == Last::GoesOn && lacksObjects(history, rows.first))
            break;
        const bool isWhole = rows.first == m_next; // else its beginning has fallen off, and it stood
        if (isWhole && open(history, history.watch(m_next), m_next))
            tellEntry(history, rows);
        m_next = std::max(m_next + 1, rows.end);
    }
    if (last == Last::IsClosed) {
        tellClosings(history, m_next);
        tellOpenings(history, m_next);
    }
    for (const auto &[watch, scope] : history.scopes()) { // what has told nothing yet
        if (!m_watches.contains(watch) && history.isOpen(watch))
            open(history, watch, m_next);
    }
    flush();
}

/// Those that go on behind a closing.
void HistoryRetelling::tellOpenings(const HistorySnapshot &history, RowId upTo)
{
    for (auto &[watch, told] : m_watches) {
        if (!told.isTaken || told.isOpen)
            continue;
        if (openedAgain(history.watches()->at(watch), told.since, upTo))
            open(history, watch, upTo);
    }
}

void HistoryRetelling::tellClosings(const HistorySnapshot &history, RowId upTo)
{
    const auto closings = history.closings();
    for (; m_closings < closings.size() && closings[m_closings].row <= upTo; ++m_closings) {
        const HistorySnapshot::Closing &closing = closings[m_closings];
        const auto told = m_watches.find(closing.watch);
        if (told == m_watches.end() || !told->second.isOpen)
            continue;
        flush();
        told->second.isOpen = false;
        told->second.since = closing.row;
        m_to.closed(closing.watch, closing.time);
    }
}

void HistoryRetelling::tellGap(WallTime until, const std::string &why)
{
    for (const auto &[watch, told] : m_watches) {
        if (!told.isOpen)
            continue;
        auto gap = std::make_shared<Entry>();
        gap->watch = watch;
        gap->type = EntryType::Gap;
        gap->arrived = until;
        gap->gap.since = told.last;
        gap->gap.broke = told.last;
        gap->gap.reason = why;
        add(std::move(gap));
    }
    flush();
}

void HistoryRetelling::close(WallTime time)
{
    for (auto &[watch, told] : m_watches) {
        if (!std::exchange(told.isOpen, false))
            continue;
        told.since = m_next;
        m_to.closed(watch, time);
    }
}

void HistoryRetelling::add(EntryPtr entry)
{
    m_watches[entry->watch].last = entry->arrived;
    m_entries.push_back(std::move(entry));
    if (m_entries.size() >= EntriesATime)
        flush();
}

void HistoryRetelling::flush()
{
    if (!m_entries.empty())
        m_to.told(std::exchange(m_entries, {}));
}

} // namespace wk
