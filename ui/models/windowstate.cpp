// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/windowstate.h"

#include <utility>

namespace wk {

void WindowState::select(const ObjectRef &object)
{
    choose(object, {});
}

void WindowState::selectEvent(const ObjectRef &object, std::optional<RowId> event)
{
    choose(object, event);
}

void WindowState::choose(const ObjectRef &object, std::optional<RowId> event)
{
    const bool isOtherObject = object != m_selection;
    const bool isOtherEvent = event != m_chosenEvent;
    m_selection = object;
    m_chosenEvent = event;
    if (isOtherObject)
        Q_EMIT selectionChanged();
    if (isOtherEvent)
        Q_EMIT chosenEventChanged();
}

void WindowState::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    FilterParse parsed = parseFilter(text.toStdString());
    m_filterError = parsed.filter ? std::nullopt : std::optional(std::move(parsed.error));
    const bool asksOther = parsed.filter && *parsed.filter != m_activeFilter;
    if (asksOther)
        m_activeFilter = *std::move(parsed.filter);
    Q_EMIT filterChanged();
    if (asksOther)
        Q_EMIT activeFilterChanged();
}

void WindowState::setFilter(const Filter &filter)
{
    setFilter(QString::fromStdString(print(filter)));
}

void WindowState::addFilterTerm(const QString &term)
{
    // A text that cannot be read cannot be added to: what is asked is.
    QString before = m_filterError ? QString::fromStdString(print(m_activeFilter)) : m_filter.trimmed();
    // "a or b and term" would be "a or (b and term)".
    const std::vector<FilterClause> &asked = m_activeFilter.clauses();
    if (asked.size() == 1 && asked.front().isGroup() && !asked.front().negated)
        before = u'(' + QString::fromStdString(print(m_activeFilter)) + u')';
    setFilter(before.isEmpty() ? term : before + QStringLiteral(" and ") + term);
}

void WindowState::setTimeRange(const std::optional<TimeRange> &range)
{
    if (range == m_timeRange)
        return;
    m_timeRange = range;
    Q_EMIT timeRangeChanged();
}

void WindowState::setPlayhead(const std::optional<Moment> &moment)
{
    if (moment == m_playhead)
        return;
    m_playhead = moment;
    const bool hadEvent = std::exchange(m_chosenEvent, {}).has_value();
    Q_EMIT playheadChanged();
    if (hadEvent)
        Q_EMIT chosenEventChanged();
}

void WindowState::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    Q_EMIT pausedChanged();
}

void WindowState::setNamespaces(const std::vector<std::string> &namespaces)
{
    if (namespaces == m_namespaces)
        return;
    m_namespaces = namespaces;
    Q_EMIT namespacesChanged();
}

void WindowState::setWatchesOnlyChosen(bool only)
{
    if (only == m_watchesOnlyChosen)
        return;
    m_watchesOnlyChosen = only;
    Q_EMIT watchesOnlyChosenChanged();
}

void WindowState::setResource(const ResourceInfo &resource)
{
    if (resource == m_resource)
        return;
    m_resource = resource;
    Q_EMIT resourceChanged();
}

const WatchScope *WindowState::scopeOf(WatchId watch) const
{
    const auto found = m_scopes.find(watch);
    return found == m_scopes.end() ? nullptr : &found->second;
}

void WindowState::learnScope(WatchId watch, const WatchScope &scope, const ClusterId &cluster)
{
    m_scopes.insert_or_assign(watch, scope);
    const std::size_t before = m_clusters.names().size();
    m_clusters.learn(watch, cluster);
    if (m_clusters.names().size() != before)
        Q_EMIT clustersChanged();
}

void WindowState::showCluster(const ClusterId &cluster, const std::string &name, ClusterColour colour)
{
    if (m_clusters.show(cluster, name, colour))
        Q_EMIT clustersChanged();
}

} // namespace wk
