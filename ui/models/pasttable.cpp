// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pasttable.h"

#include "ui/models/nearlysorted.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

bool isSameObject(const Object &a, const Object &b)
{
    return a.uid == b.uid && a.ns == b.ns && a.name == b.name;
}

} // namespace

PastTable::PastTable(const HistorySnapshot &history, const TableMoment &moment, const TableQuestion &question,
                     const std::stop_token &stop)
    : m_moment(moment)
    , m_kind(pastKind(history, question.resource, question.namespaces, moment.upTo))
    , m_resource(question.resource.gvr)
{
    m_kind.outage = pastOutage(history, m_resource, question.namespaces, {moment.upTo, moment.time});
    read(history, question.clusters, stop);
    mark(history, question.clusters);
    arrange(question, stop);
    for (PastKind::Known &known : m_kind.known)
        known.objects = {};
}

void PastTable::read(const HistorySnapshot &history, const WatchClusters &clusters, const std::stop_token &stop)
{
    for (const PastKind::Known &known : m_kind.known) {
        const auto cluster = static_cast<std::uint16_t>(clusters.numberOf(known.watch));
        m_rows.reserve(m_rows.size() + known.objects.size());
        for (const LifeIndex::Standing &standing : known.objects) {
            if (stop.stop_requested())
                return;
            Row row;
            row.object = history.object(standing);
            row.watch = known.watch;
            row.cluster = cluster;
            row.standing = standing;
            static_cast<RowChanges &>(row) = changesAt(history, standing, *row.object);
            m_rows.push_back(std::move(row));
        }
    }
    m_held = m_rows.size();
}

/// The row wears the tint of an event that has happened to it already; of a deletion the row that has gone comes back,
/// struck through.
void PastTable::mark(const HistorySnapshot &history, const WatchClusters &clusters)
{
    const std::optional<RowId> &event = m_moment.event;
    if (!event || *event < history.begin() || !history.isOfObject(*event))
        return;
    const WatchId watch = history.watch(*event);
    const ObjectPtr object = history.object(*event);
    if (!object || std::ranges::find(m_kind.known, watch, &PastKind::Known::watch) == m_kind.known.end())
        return;
    const bool isDeleted = history.type(*event) == EntryType::Deleted;
    const auto found = std::ranges::find_if(m_rows, [&](const Row &row) {
        return row.cluster == clusters.numberOf(watch) && isSameObject(*row.object, *object);
    });
    if ((found != m_rows.end()) == isDeleted)
        return; // not of this table, or there again
    const ObjectPtr previous = history.previous(*event);
    if (!isDeleted) {
        found->touch = history.type(*event) == EntryType::Modified ? RowTouch::Modified : RowTouch::Added;
        found->changedCells = previous ? changedCells(*previous, *found->object) : 0;
        return;
    }
    Row gone;
    gone.object = object->cells.empty() && previous ? previous : object;
    gone.watch = watch;
    gone.cluster = static_cast<std::uint16_t>(clusters.numberOf(watch));
    gone.standing = history.lives().standingAt(*event);
    static_cast<RowChanges &>(gone) = changesAt(history, gone.standing, *gone.object);
    gone.isGone = true;
    gone.touch = RowTouch::Deleted;
    m_rows.push_back(std::move(gone));
}

void PastTable::arrange(const TableQuestion &question, const std::stop_token &stop)
{
    struct Keyed {
        TableOrder::Key key;
        std::size_t row = 0;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(m_rows.size());
    for (std::size_t row = 0; row < m_rows.size() && !stop.stop_requested(); ++row) {
        if (question.passes(m_rows[row]))
            keyed.push_back({question.order.key(m_rows[row]), row});
    }
    sortNearlySorted(keyed, [&](const Keyed &a, const Keyed &b) { return question.order.isBefore(a.key, b.key); });
    std::vector<Row> rows;
    rows.reserve(keyed.size());
    m_byUid.reserve(keyed.size());
    for (const Keyed &next : keyed) {
        rows.push_back(std::move(m_rows[next.row]));
        m_byUid.emplace_back(rows.back().object->uid.hash(), int(rows.size()) - 1);
    }
    m_rows = std::move(rows);
    m_hasGone = std::ranges::any_of(m_rows, &Row::isGone);
    std::ranges::sort(m_byUid);
}

int PastTable::rowOf(const ObjectRef &object, std::uint16_t cluster) const
{
    const auto isIt = [&](const Row &row) {
        return row.cluster == cluster && names(object, m_resource, *row.object, object.cluster);
    };
    if (object.uid.empty()) { // as an Event may name it
        const auto found = std::ranges::find_if(m_rows, isIt);
        return found == m_rows.end() ? -1 : int(found - m_rows.begin());
    }
    const std::size_t hash = Uid(object.uid).hash();
    for (auto maybe = std::ranges::lower_bound(m_byUid, hash, {}, &std::pair<std::size_t, int>::first);
         maybe != m_byUid.end() && maybe->first == hash; ++maybe) {
        if (isIt(m_rows[static_cast<std::size_t>(maybe->second)]))
            return maybe->second;
    }
    return -1;
}

} // namespace wk
