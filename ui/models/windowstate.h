// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifeindex.h"
#include "core/history/objectref.h"
#include "core/query/filterparser.h"
#include "core/source/watchscope.h"
#include "ui/models/watchclusters.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wk {

struct TimeRange {
    WallTime from;
    WallTime to; ///< after `from`

    bool operator==(const TimeRange &) const = default;
};

/// A moment of the past as the event log has it.
struct Moment {
    RowId upTo = 0; ///< the row of the log it stands before
    WallTime time{};
    bool isEvent = false; ///< it is the moment right after an event, the row before `upTo`

    bool operator==(const Moment &) const = default;
};

/// What belongs to the window and not to a view: what is selected, filtered, looked at, and from when to
/// when. Views listen to it and to nothing else of each other; a signal follows only a change. Gui thread.
class WindowState : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Empty: nothing is selected.
    const ObjectRef &selection() const { return m_selection; }

    void select(const ObjectRef &object);

    /// What happened to the selected object and was chosen itself, a row of the log: its views show the object as of
    /// then. Empty: the object alone was chosen, or another moment is looked at since.
    const std::optional<RowId> &chosenEvent() const { return m_chosenEvent; }

    /// Without an event the object alone.
    void selectEvent(const ObjectRef &object, std::optional<RowId> event);

    /// As the user typed it.
    const QString &filter() const { return m_filter; }

    /// What is asked: while the text cannot be read, what the last readable one asked.
    const Filter &activeFilter() const { return m_activeFilter; }

    /// Why the text cannot be read (yet); empty when it can.
    const std::optional<FilterError> &filterError() const { return m_filterError; }

    void setFilter(const QString &text);
    /// Asks for this; the text becomes its canonical one. What pointing at a cell does, with
    /// core/query/filteredit.h.
    void setFilter(const Filter &filter);
    /// Adds a term with "and"; what pointing at a cell does.
    void addFilterTerm(const QString &term);

    /// Empty: all the time there is.
    const std::optional<TimeRange> &timeRange() const { return m_timeRange; }

    void setTimeRange(const std::optional<TimeRange> &range);

    /// The moment that every view shows; empty: now.
    const std::optional<Moment> &playhead() const { return m_playhead; }

    /// Whoever wants to move it asks TimeTravel, which knows the log.
    void setPlayhead(const std::optional<Moment> &moment);

    /// Whether what is shown stands still while collecting goes on.
    bool isPaused() const { return m_paused; }

    void setPaused(bool paused);

    /// The namespaces looked at; empty: all.
    const std::vector<std::string> &namespaces() const { return m_namespaces; }

    void setNamespaces(const std::vector<std::string> &namespaces);

    /// Whether nothing is watched of the other namespaces where some are looked at.
    bool watchesOnlyChosen() const { return m_watchesOnlyChosen; }

    void setWatchesOnlyChosen(bool only);

    /// The kind whose table is shown; the timeline's lanes are its objects. Its name is empty before one is
    /// chosen.
    const ResourceInfo &resource() const { return m_resource; }

    void setResource(const ResourceInfo &resource);

    /// What a watch covers; known from before its first batch for as long as the window lives. Null for a
    /// strange id.
    const WatchScope *scopeOf(WatchId watch) const;
    void learnScope(WatchId watch, const WatchScope &scope, const ClusterId &cluster = {});

    /// The clusters of the watches, and what they are called.
    const WatchClusters &clusters() const { return m_clusters; }
    void showCluster(const ClusterId &cluster, const std::string &name, ClusterColour colour = ClusterColour::None);

Q_SIGNALS:
    void selectionChanged();
    /// Comes after selectionChanged() where the object is another too.
    void chosenEventChanged();
    /// The text is another.
    void filterChanged();
    /// What is asked is another: views filter anew.
    void activeFilterChanged();
    void timeRangeChanged();
    void playheadChanged();
    void pausedChanged();
    void namespacesChanged();
    void watchesOnlyChosenChanged();
    void resourceChanged();
    /// There is another cluster, or another name or colour for one.
    void clustersChanged();

private:
    void choose(const ObjectRef &object, std::optional<RowId> event);

    ObjectRef m_selection;
    std::optional<RowId> m_chosenEvent;
    QString m_filter;
    Filter m_activeFilter;
    std::optional<FilterError> m_filterError;
    std::optional<TimeRange> m_timeRange;
    std::optional<Moment> m_playhead;
    bool m_paused = false;
    std::vector<std::string> m_namespaces;
    bool m_watchesOnlyChosen = false;
    ResourceInfo m_resource;
    std::map<WatchId, WatchScope> m_scopes;
    WatchClusters m_clusters;
};

} // namespace wk
