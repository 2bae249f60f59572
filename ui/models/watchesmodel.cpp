// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/watchesmodel.h"

#include "ui/models/watchwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/statewords.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace wk {

namespace {

constexpr std::chrono::seconds BarTime{30};
constexpr RowId RowsCounted = 4'096; // at once; of more only those that have a bar

std::int64_t barOf(WallTime time)
{
    return time.time_since_epoch() / BarTime;
}

bool isListing(WatchState state)
{
    return state == WatchState::Listing || state == WatchState::Relisting;
}

QString count(std::uint64_t value)
{
    return format::number(std::int64_t(value));
}

} // namespace

WatchesModel::WatchesModel(ScopeOf scopeOf, QObject *parent)
    : QAbstractTableModel(parent)
    , m_scopeOf(std::move(scopeOf))
    , m_sectionNotes{{Group::Attention, {}}, {Group::Live, {}}}
{}

WatchesModel::Group WatchesModel::groupOf(const WatchStatus &status)
{
    return needsAttention(status) ? Group::Attention : Group::Live;
}

WatchesModel::Action WatchesModel::actionOf(const WatchStatus &status)
{
    if (status.state == WatchState::NotAllowed)
        return Action::CopyRule;
    if (status.state == WatchState::Polled && !needsAttention(status))
        return Action::Look;
    return canRetry(status) ? Action::Retry : Action::None;
}

WatchesModel::Item *WatchesModel::itemFor(WatchId watch)
{
    const auto it = m_items.find(watch);
    if (it != m_items.end())
        return &it->second;
    const WatchScope *scope = m_scopeOf(watch);
    if (!scope)
        return nullptr;
    Item &item = m_items[watch];
    item.scope = *scope;
    return &item;
}

void WatchesModel::hear(const std::vector<WatchStatus> &statuses, WallTime now)
{
    if (statuses.empty())
        return;
    for (const WatchStatus &status : statuses) {
        if (Item *item = itemFor(status.watch)) {
            item->began = item->began.value_or(now);
            setStatus(*item, status, now);
            write(status.watch, *item, now);
        }
    }
    placeRows();
    changed(now);
}

/// Counts and ages are told with the next status or tick, a second later at most.
void WatchesModel::follow(const HistorySnapshot &history, RowId end, WallTime now)
{
    if (end > m_cursor.next() + RowsCounted)
        passOld(history, end, now);
    WatchId last = 0; // most rows are of the watch of the one before
    Item *item = nullptr;
    const auto take = [&](RowId row) {
        if (!history.isOfObject(row) || history.isListed(row))
            return;
        const WatchId watch = history.watch(row);
        if (std::exchange(last, watch) != watch)
            item = itemFor(watch);
        if (item)
            countEvent(*item, history.time(row));
    };
    m_cursor.advance(history, end, take, [&](const HistorySnapshot::Closing &closing) {
        last = 0;
        if (!history.isOpen(closing.watch))
            forget(closing.watch, now);
    });
}

/// Of what came before all bars nothing is told but that the watch was there.
void WatchesModel::passOld(const HistorySnapshot &history, RowId end, WallTime now)
{
    m_cursor.passTo(std::min(history.rowAfter(now - BarCount * BarTime), end));
    for (const auto &[watch, scope] : history.openWatches()) {
        const auto since = history.knownSince(watch);
        Item *item = since ? itemFor(watch) : nullptr;
        if (item)
            item->began = std::min(item->began.value_or(*since), *since);
    }
}

void WatchesModel::setStatus(Item &item, const WatchStatus &status, WallTime now)
{
    const bool goesOn = isListing(status.state) && isListing(item.status.state) && status.listed >= item.status.listed;
    if (!goesOn)
        item.listSince = now;
    const double seconds = std::chrono::duration<double>(now - item.listSince.value_or(now)).count();
    item.listRate = isListing(status.state) && seconds >= 0.5 ? double(status.listed) / seconds : 0;
    item.status = status;
}

void WatchesModel::countEvent(Item &item, WallTime arrived)
{
    item.began = std::min(item.began.value_or(arrived), arrived);
    moveBars(item, arrived);
    const std::int64_t back = item.lastBar - barOf(arrived);
    if (back >= 0 && back < BarCount)
        ++item.bars[std::size_t(BarCount - 1 - back)];
}

void WatchesModel::moveBars(Item &item, WallTime now)
{
    const std::int64_t bar = barOf(now);
    const std::int64_t by = std::clamp<std::int64_t>(bar - item.lastBar, 0, BarCount);
    if (by == 0)
        return;
    std::move(item.bars.begin() + by, item.bars.end(), item.bars.begin());
    std::fill(item.bars.end() - by, item.bars.end(), 0);
    item.lastBar = std::max(item.lastBar, bar);
}

void WatchesModel::tick(WallTime now)
{
    for (auto &[watch, item] : m_items) {
        moveBars(item, now);
        write(watch, item, now);
    }
    changed(now);
}

void WatchesModel::forget(WatchId watch, WallTime now)
{
    if (m_items.erase(watch) == 0)
        return;
    placeRows();
    tick(now);
}

void WatchesModel::write(WatchId watch, Item &item, WallTime now) const
{
    const WatchStatus &status = item.status;
    item.texts[State] = watchWord(status, now);
    item.texts[Cluster] = m_clusters ? displayText(m_clusters->nameOf(watch)) : QString();
    item.texts[Resource] = displayText(item.scope.resource.gvr.qualifiedName());
    item.texts[Scope] = scopeText(item.scope);
    item.texts[Version] = status.version.isEmpty() ? format::none() : format::version(status.version.text());
    item.texts[LastWord] = lastWordText(status, now);
    const bool hasListed = status.lastList.has_value();
    const auto known = [hasListed](const QString &text) { return hasListed ? text : format::none(); };
    item.texts[Bookmarks] = known(count(status.bookmarks));
    item.texts[Relists] = known(count(status.relists));
    item.texts[Reconnects] = known(count(status.reconnects));
    item.texts[Wire] = status.wireBytes > 0 ? format::bytes(status.wireBytes) : format::none();
    item.texts[Objects] = known(count(status.objects));
    item.texts[Memory] = known(format::bytes(status.memoryBytes));
    item.detail = watchDetail(status, item.listRate, now);
    item.tip = watchToolTip(status, now);
    item.isQuiet = isQuiet(status, now);
    item.eventCount = std::accumulate(item.bars.begin(), item.bars.end(), 0);
    item.texts[Events] = eventsText(item, now);
}

/// A watch that is younger says nothing of the time before: with other namespaces come other watches.
QString WatchesModel::eventsText(const Item &item, WallTime now)
{
    const bool isYoung = item.began && now - *item.began < BarCount * BarTime;
    const QString text =
        isYoung
            ? tr("%n events since %1, when this watch began", nullptr, item.eventCount).arg(format::clock(*item.began))
            : tr("%n events in the last 15 minutes", nullptr, item.eventCount);
    return format::counted(text, item.eventCount);
}

QList<int> WatchesModel::barsOf(const Item &item)
{
    QList<int> bars(item.bars.begin(), item.bars.end());
    const std::int64_t oldest = item.lastBar - (BarCount - 1);
    const std::int64_t unwatched = item.began ? barOf(*item.began) - oldest : 0;
    for (qsizetype i = 0; i < std::clamp<qsizetype>(unwatched, 0, bars.size()); ++i)
        bars[i] = -1;
    return bars;
}

void WatchesModel::setOnly(std::optional<Group> group, WallTime now)
{
    m_only = group;
    placeRows();
    changed(now);
}

int WatchesModel::watchCount(Group group) const
{
    return int(std::count_if(m_items.begin(), m_items.end(),
                             [group](const auto &i) { return groupOf(i.second.status) == group; }));
}

const WatchScope *WatchesModel::scope(WatchId watch) const
{
    const auto it = m_items.find(watch);
    return it == m_items.end() ? nullptr : &it->second.scope;
}

int WatchesModel::rowOf(WatchId watch) const
{
    const auto it = std::find_if(m_rows.begin(), m_rows.end(),
                                 [watch](const Row &r) { return r.kind == Watch && r.watch == watch; });
    return it == m_rows.end() ? -1 : int(it - m_rows.begin());
}

std::vector<WatchesModel::Row> WatchesModel::wantedRows() const
{
    std::vector<Row> rows;
    for (const Group group : {Group::Attention, Group::Live}) {
        std::vector<WatchId> watches;
        for (const auto &[watch, item] : m_items) {
            if (groupOf(item.status) == group)
                watches.push_back(watch);
        }
        if (watches.empty() || (m_only && *m_only != group))
            continue;
        std::stable_sort(watches.begin(), watches.end(), [this](WatchId a, WatchId b) { return isBefore(a, b); });
        rows.push_back({Section, 0, group});
        for (const WatchId watch : watches) {
            rows.push_back({Watch, watch, group});
            const Item &item = m_items.at(watch);
            if (!item.detail.isEmpty() || actionOf(item.status) != Action::None)
                rows.push_back({Detail, watch, group});
        }
    }
    return rows;
}

/// Rows that stay at the beginning and at the end are left alone; what lies between is one remove and one insert.
void WatchesModel::placeRows()
{
    const std::vector<Row> wanted = wantedRows();
    const auto [oldHead, newHead] = std::mismatch(m_rows.begin(), m_rows.end(), wanted.begin(), wanted.end());
    auto oldTail = m_rows.end();
    auto newTail = wanted.end();
    while (oldTail != oldHead && newTail != newHead && *std::prev(oldTail) == *std::prev(newTail)) {
        --oldTail;
        --newTail;
    }
    const int first = int(oldHead - m_rows.begin());
    if (oldTail != oldHead) {
        beginRemoveRows({}, first, int(oldTail - m_rows.begin()) - 1);
        m_rows.erase(oldHead, oldTail);
        endRemoveRows();
    }
    if (newTail != newHead) {
        beginInsertRows({}, first, first + int(newTail - newHead) - 1);
        m_rows.insert(m_rows.begin() + first, newHead, newTail);
        endInsertRows();
    }
}

void WatchesModel::changed(WallTime now)
{
    for (const Group group : {Group::Attention, Group::Live})
        m_sectionNotes[group] = sectionNote(group, now);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
}

QString WatchesModel::sectionTitle(Group group) const
{
    return group == Group::Attention ? tr("Need attention") : watchStateWord(wellState());
}

/// Of a recording all are.
WatchState WatchesModel::wellState() const
{
    const auto isRecorded = [](const auto &item) { return item.second.status.state == WatchState::Recorded; };
    return std::any_of(m_items.begin(), m_items.end(), isRecorded) ? WatchState::Recorded : WatchState::Live;
}

/// "4", and of the live ones which has been silent for longest: "20, the quietest last heard 23 s ago".
QString WatchesModel::sectionNote(Group group, WallTime now) const
{
    const QString number = format::number(watchCount(group));
    std::optional<WallTime> oldest;
    for (const auto &[watch, item] : m_items) {
        const auto last = item.status.lastHeard();
        if (group == Group::Live && item.status.state == WatchState::Live && last)
            oldest = std::min(oldest.value_or(*last), *last);
    }
    return oldest ? tr("%1, the quietest last heard from %2 ago").arg(number, format::ago(*oldest, now)) : number;
}

void WatchesModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    placeRows();
}

bool WatchesModel::isBefore(WatchId a, WatchId b) const
{
    if (m_sortColumn < 0)
        return m_items.at(a).texts[Resource] < m_items.at(b).texts[Resource];
    const bool descends = m_sortOrder == Qt::DescendingOrder;
    const QVariant keyA = sortKey(m_items.at(descends ? b : a), m_sortColumn);
    const QVariant keyB = sortKey(m_items.at(descends ? a : b), m_sortColumn);
    return QVariant::compare(keyA, keyB) == QPartialOrdering::Less;
}

} // namespace wk
