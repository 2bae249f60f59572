// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resourcetablemodel.h"

#include "core/resource/namespacechoice.h"
#include "ui/models/doubtedwriters.h"
#include "ui/models/tablesubject.h"
#include "ui/style/measures.h"

#include <algorithm>
#include <utility>

namespace wk {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t MostRuns = 1000; ///< of changed rows that are told one by one

} // namespace

ResourceTableModel::ResourceTableModel(Clock &clock, QObject *parent)
    : SlotOrderModel(parent)
    , m_clock(clock)
    , m_ordering([this](std::vector<Slot> order) { takeOrder(std::move(order)); })
    , m_pastTask([this](std::shared_ptr<const PastTable> past) { takePast(std::move(past)); })
{
    setColumns();
    second();
}

void ResourceTableModel::setSource(const ResourceInfo &resource, const std::vector<WatchId> &watches)
{
    if (resource != m_resource) {
        beginResetModel();
        m_rows.clear();
        clearOrder();
        m_fading = {};
        m_listed.clear();
        m_moment.reset(); // of the other kind; whoever shows it says so again
        m_past.reset();
        m_pastTask.forget();
        setOrderShown(true);
        m_ordering.forget();
        m_isOrderAsked = false;
        m_resource = resource;
        m_serverColumns.clear();
        setColumns();
        endResetModel();
        m_watches.clear();
    }
    for (const WatchId watch : m_watches) {
        if (std::ranges::find(watches, watch) != watches.end())
            continue;
        m_rows.leaveWatch(watch);
        m_serverColumns.forget(watch);
        std::erase(m_listed, watch);
    }
    const std::vector<WatchId> before = std::exchange(m_watches, watches);
    for (const WatchId watch : watches) {
        if (m_history && std::ranges::find(before, watch) == before.end())
            load(watch);
    }
    update();
}

void ResourceTableModel::setClusters(const WatchClusters &clusters)
{
    const bool isSame = clusters.changes() == m_clusters.changes() && clusters.areSeveral() == m_clusters.areSeveral();
    m_clusters = clusters;
    m_rows.setClusters(clusters);
    if (isSame)
        return;
    beginResetModel();
    setColumns();
    endResetModel();
    askAnew();
}

void ResourceTableModel::setLabels(const QStringList &labels)
{
    if (labels == m_labels)
        return;
    beginResetModel();
    m_labels = labels;
    setColumns();
    endResetModel();
    askPast();
}

void ResourceTableModel::retranslate()
{
    setColumns();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT stateChanged();
    askPast();
}

void ResourceTableModel::setFilter(const Filter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    askAnew();
}

void ResourceTableModel::setNamespaces(std::vector<std::string> namespaces)
{
    if (namespaces == m_namespaces)
        return;
    m_namespaces = std::move(namespaces);
    askAnew();
}

void ResourceTableModel::askAnew()
{
    m_isFilterNew = true;
    filterAnew();
    askPast();
}

void ResourceTableModel::filterAtOnce()
{
    std::vector<Slot> shown;
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (isShown(slot))
            shown.push_back(slot);
    }
    m_sort.sort(shown, m_rows.rows());
    rearrange(std::move(shown), m_rows.capacity());
    if (!m_past)
        sayFiltered();
}

void ResourceTableModel::sayFiltered()
{
    if (std::exchange(m_isFilterNew, false))
        Q_EMIT filtered();
    Q_EMIT stateChanged();
}

void ResourceTableModel::refilterAges()
{
    if (!m_filter.asks(FilterField::Age) || m_isOrderHeld || m_isOrderAsked)
        return;
    std::vector<Slot> moved;
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (isShown(slot) != (placeOf(slot) >= 0))
            moved.push_back(slot);
    }
    if (moved.empty())
        return;
    place(moved);
    Q_EMIT stateChanged();
}

void ResourceTableModel::setColumns()
{
    const Columns &columns = m_serverColumns.all();
    m_columns = wk::tableColumns(columns, {m_clusters.areSeveral(), m_resource.namespaced, m_labels});
    m_standingColumn = wk::standingColumn(m_columns);
    m_phases = phaseColumns(columns);
    m_phasesOf.clear();
    for (const auto &[watch, places] : m_serverColumns.places()) {
        m_phasesOf.emplace(watch, phaseColumns(m_serverColumns.of(watch)));
        for (TableColumn &column : m_columns) {
            if (column.cell >= 0)
                column.elsewhere.emplace(watch, places[static_cast<std::size_t>(column.cell)]);
        }
    }
    const int column = columnOf(m_sortKey);
    m_sort = column < 0 ? TableOrder()
                        : TableOrder(m_columns[static_cast<std::size_t>(column)], m_descending, m_clusters.names());
    m_mustSort = true;
    if (m_isOrderAsked)
        orderInPool(heldSlots(), true);
    else
        m_ordering.forget();
}

bool ResourceTableModel::mine(WatchId watch) const
{
    return std::ranges::find(m_watches, watch) != m_watches.end();
}

void ResourceTableModel::setServed(std::vector<ResourceInfo> served)
{
    m_served = std::move(served);
    Q_EMIT stateChanged();
}

void ResourceTableModel::setConnection(const ConnectionWord &connection)
{
    if (connection == m_connection)
        return;
    m_connection = connection;
    Q_EMIT stateChanged();
}

void ResourceTableModel::update()
{
    m_isBehind = false;
    const std::vector<Slot> touched = m_rows.takeTouched();
    place(touched);
    if (std::exchange(m_mustSort, false))
        m_isOrderAsked ? filterAnew() : resort();
    tintTouched(touched);
    settle(touched);
}

/// What was touched has its place.
void ResourceTableModel::settle(const std::vector<Slot> &touched)
{
    for (const Slot slot : touched) {
        if (m_rows.isLeft(slot))
            m_rows.drop(slot);
    }
    forgetDropped();
    sayChanged(touched);
    fadeLater();
    Q_EMIT stateChanged();
}

void ResourceTableModel::tintTouched(const std::vector<Slot> &touched)
{
    for (const Slot slot : touched)
        m_fading.add(slot, m_rows);
}

void ResourceTableModel::fadeLater()
{
    if (m_isFadeDue || m_fading.isEmpty())
        return;
    m_isFadeDue = true;
    m_fadeAlarm = m_clock.after(measure::TintStep, [this] { fade(); });
}

bool ResourceTableModel::passes(const TableRow &row) const
{
    return isLookedAt(m_namespaces, row.object->ns) &&
           (m_filter.isEmpty() ||
            m_filter.matches(TableSubject(row, {m_resource.kind, m_columns, presentNow(), &m_clusters})));
}

/// Each run of rows for itself, so that a view paints what it shows of them and nothing in between.
void ResourceTableModel::sayChanged(const std::vector<Slot> &touched)
{
    std::vector<int> places;
    for (const Slot slot : touched) {
        if (const int row = placeOf(slot); row >= 0)
            places.push_back(row);
    }
    m_isOrderStale = m_isOrderStale || (!places.empty() && m_sort.isVolatile());
    if (places.empty() || m_past)
        return;
    std::ranges::sort(places);
    const auto say = [this](int first, int last) {
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    };
    if (places.size() > MostRuns)
        return say(places.front(), places.back());
    for (auto first = places.begin(); first != places.end();) {
        const auto end = std::adjacent_find(first, places.end(), [](int row, int next) { return next > row + 1; });
        const auto last = end == places.end() ? std::prev(end) : end;
        say(*first, *last);
        first = std::next(last);
    }
}

void ResourceTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount())
        return;
    m_sortKey = m_columns[static_cast<std::size_t>(column)].key;
    m_descending = order == Qt::DescendingOrder;
    m_sort = TableOrder(m_columns[static_cast<std::size_t>(column)], m_descending, m_clusters.names());
    areMany() || m_isOrderAsked ? filterAnew() : resort();
    askPast();
}

void ResourceTableModel::second()
{
    if (!m_isAside) {
        if (m_isOrderStale && !m_isOrderHeld && !m_ordering.isWanted())
            areMany() ? orderInPool(order(), false) : resort();
        refilterAges();
        Q_EMIT aged();
    }
    m_secondAlarm = m_clock.after(1s, [this] { second(); });
}

void ResourceTableModel::fade()
{
    m_isFadeDue = false;
    const bool anyLeft = m_fading.fade(m_clock.now(), m_rows);
    if (!m_past)
        Q_EMIT faded();
    m_isBehind = m_isBehind || anyLeft;
    catchUp();
    fadeLater();
}

} // namespace wk
