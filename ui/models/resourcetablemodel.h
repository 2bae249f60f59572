// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historycursor.h"
#include "core/informer/batch.h"
#include "core/query/filteredit.h"
#include "core/resource/resourceinfo.h"
#include "ui/answers/latesttask.h"
#include "ui/models/fadingrows.h"
#include "ui/models/pasttable.h"
#include "ui/models/servercolumns.h"
#include "ui/models/slotordermodel.h"
#include "ui/models/sparkcounts.h"
#include "ui/models/tablestate.h"
#include "ui/models/windowstate.h"
#include "ui/style/objectphase.h"
#include "ui/style/phase.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace wk {

class HistoryFeed;
class DoubtedWriters;

/// The live table of one kind, over one watch or several (a namespace each). What is new is at most one insert
/// and one remove, and a dataChanged for each run of rows that changed, so that a view paints no others; where rows
/// come, go or move in several places the order changes by a layoutChanged between them. Deleted rows stay struck
/// through for four seconds. It shows a PastTable in their place when told to, whole and in one layoutChanged, and
/// follows the present meanwhile. Many rows are put in order, and moments are read, in Qt's pool. Gui thread; no I/O;
/// all waiting by the Clock.
class ResourceTableModel : public SlotOrderModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< a number or a text
        PhaseRole,               ///< Phase as int; of the column alone that is marked with it
    };

    /// The clock outlives the model.
    explicit ResourceTableModel(Clock &clock, QObject *parent = nullptr);
    /// Shows these watches of a kind from now on. Rows of watches that stay are kept; another kind begins
    /// anew.
    void setSource(const ResourceInfo &resource, const std::vector<WatchId> &watches);
    /// Of which clusters its watches are, and what these are called. Said before a watch of another cluster is shown.
    void setClusters(const WatchClusters &clusters);
    const WatchClusters &clusters() const { return m_clusters; }
    const ResourceInfo &resource() const { return m_resource; }
    /// Labels that have a column each.
    void setLabels(const QStringList &labels);
    /// Titles and words are made anew: another language.
    void retranslate();
    const QStringList &labels() const { return m_labels; }
    void setFilter(const Filter &filter);
    /// Shows what is in these namespaces, and what is in none; empty: all.
    void setNamespaces(std::vector<std::string> namespaces);
    const std::vector<WatchId> &watches() const { return m_watches; }
    /// Statuses, and objects of lists that are under way, of all watches.
    void applyBatch(const Batch &batch);
    /// Nobody looks: what the batches bring is kept, and told when somebody does, or when it has become so much that
    /// to tell it then would take long. Ages and order stand still.
    void setAside(bool aside);
    /// Whose rows it follows, where they are its watches'. Once, before any source; it outlives the model.
    void setHistory(const HistoryFeed &history);
    /// Shows that moment until told otherwise; what is shown stays until its table has been made.
    void showPast(TableMoment moment);
    /// A moment was asked for that is not shown.
    bool isPastComing() const { return m_pastTask.isWanted(); }
    /// What the history has told by now.
    void showPresent();
    bool isPast() const { return m_past != nullptr; }
    /// The moment that is shown; null while the present is.
    const TableMoment *moment() const { return m_past ? &m_past->moment() : nullptr; }
    /// Whether anything is known of what is shown: of the past it may not be.
    bool isKnown() const { return !m_past || m_past->kind().isKnown(); }
    /// The time that ages are told at.
    WallTime now() const;
    /// While paused no batches come: what is shown is of the moment when that began.
    void setPaused(bool isPaused);
    void setConnection(const ConnectionWord &connection);
    /// What the server has besides: for who asks for another kind.
    void setServed(std::vector<ResourceInfo> served);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// While held, a sort by a column that changes with every event is not put right: the pointer is over the
    /// rows.
    void setOrderHeld(bool held);
    /// Many rows are being put in order anew, or asked whether they pass another filter, in the pool: what is shown
    /// stands as it stood until then.
    bool isOrderComing() const { return m_ordering.isWanted() || (m_past && isPastComing()); }

    const std::vector<TableColumn> &tableColumns() const { return m_columns; }
    /// The column of that key; -1 when there is none.
    int columnOf(const QString &key) const;
    /// The row at a place on the screen; `row` is within rowCount().
    const TableRow &rowAt(int row) const;
    ObjectRef refAt(int row) const;
    /// Where an object stands; -1 when it is not shown.
    int rowOf(const ObjectRef &object) const;
    /// The cell's text as it is shown, safe.
    QString text(int row, int column) const;
    /// What the cell says in full, with the times of history columns: for a tooltip.
    QString tip(int row, int column) const;
    Phase phase(int row) const;
    /// Which is marked with it; -1: none is.
    int standingColumn() const { return m_standingColumn; }
    /// Changes in each of the last sixteen minutes; of the past in those before the moment.
    SparkCounts::Bars bars(int row) const;
    /// "4 s"; empty when no change is known.
    QString lastChangeAgo(int row) const;
    /// Who made it. Where nobody's entry says it, who may have, as in the stream, and "?" until that is known: see
    /// setLog(). Empty when no change is known.
    QString lastWriter(int row) const;
    /// What a cell is pointed at as; see pointOf().
    std::optional<FilterPoint> pointAt(int row, int column) const;
    /// Whether the last change altered what the cell shows; ages alter by themselves and do not count.
    bool isCellChanged(int row, int column) const;
    /// How strong the tint of the last change still is: 1 at first, 0 when it has gone.
    double tint(int row) const;

    /// Objects that are shown; deleted ones not counted.
    std::size_t shownCount() const;
    /// Objects that are held of the namespaces looked at, shown or not; deleted ones not counted.
    std::size_t total() const { return m_past ? m_past->held() : m_rows.count(m_namespaces); }
    /// Those of its watches that have told their list.
    const std::vector<WatchId> &listed() const { return m_listed; }
    /// How it stands with the table as a whole.
    TableState state() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// What has come, gone or changed goes where it belongs, and has gone there. Said of no order that was asked for.
    void rowsAboutToBePlaced();
    void rowsPlaced();
    /// Tints are a step paler. The view repaints those rows.
    void faded();
    /// The rows are those that the filter asks for, which is another than before.
    void filtered();
    /// A moment that was asked for is shown, or the present again.
    void turned();
    /// A second has gone by: ages may read otherwise. Nothing else has changed.
    void aged();
    /// Who may have made some of the last changes is known: LAST CHANGE may read otherwise.
    void writersFound();
    /// state() or total() may be another.
    void stateChanged();

private:
    void setColumns();
    void takeColumns(WatchId watch, const Columns &columns);
    bool arrive(const std::vector<Arrivals> &arrivals);
    void follow();
    bool load(WatchId watch);
    void catchUp();
    void update();
    void settle(const std::vector<Slot> &touched);
    void tintTouched(const std::vector<Slot> &touched);
    bool isShown(Slot slot) const { return m_rows.isHeld(slot) && passes(m_rows.row(slot)); }
    WallTime presentNow() const { return m_pausedAt.value_or(m_clock.wallNow()); }
    bool passes(const TableRow &row) const;
    TableQuestion question(WallTime at) const;
    bool areMany() const;
    void askAnew();
    void filterAnew();
    void filterAtOnce();
    void sayFiltered();
    std::vector<Slot> heldSlots() const;
    void refilterAges();
    void place(const std::vector<Slot> &touched);
    void sayChanged(const std::vector<Slot> &touched);
    void resort();
    void orderInPool(std::vector<Slot> slots, bool isAsked);
    void takeOrder(std::vector<Slot> order);
    void fadeLater();
    void fade();
    void second();
    ClusterId clusterOf(const TableRow &row) const;
    std::uint16_t numberOf(const ClusterId &cluster) const;
    bool mine(WatchId watch) const;
    void askPast();
    void takePast(std::shared_ptr<const PastTable> past);
    using Shown = std::shared_ptr<const PastTable>;
    const TableRow &rowOf(const Shown &shown, int row) const;
    void turnTo(Shown past);
    void swapRows(const Shown &past, int after);
    std::optional<LifeIndex::Standing> standingOf(int row) const;
    std::optional<RowId> lastChangeOf(int row) const;
    QString likelyWriter(int row) const;
    QString writerTip(int row) const;
    QString laterWriteTip(int row) const;
    QString lastChangeWords(int row) const;
    std::vector<std::string> onlyWatched() const;
    QString standing(int row, int column) const;
    QString spoken(int row, int column) const;
    void forgetDropped();

    Clock &m_clock;
    const HistoryFeed *m_history = nullptr;
    DoubtedWriters *m_doubts = nullptr; ///< with the log
    ResourceInfo m_resource;
    ConnectionWord m_connection;
    std::vector<ResourceInfo> m_served;
    std::vector<WatchId> m_watches;
    std::map<WatchId, WatchStatus> m_statuses; ///< of all that are open
    std::vector<WatchId> m_listed;             ///< watches whose list has come
    ServerColumns m_serverColumns;
    WatchClusters m_clusters;
    QStringList m_labels;
    std::vector<TableColumn> m_columns;
    int m_standingColumn = -1;
    PhaseColumns m_phases;
    std::map<WatchId, PhaseColumns> m_phasesOf; ///< of watches whose servers print otherwise
    Filter m_filter;
    std::vector<std::string> m_namespaces;
    HistoryCursor m_cursor;
    TableRows m_rows;
    TableOrder m_sort;
    QString m_sortKey;
    bool m_descending = false;
    bool m_isAside = false;
    bool m_isBehind = false; ///< the batches have told more than is shown
    bool m_isOrderHeld = false;
    bool m_isOrderStale = false;
    bool m_mustSort = false; ///< the columns are others
    FadingRows m_fading;
    bool m_isFadeDue = false;
    std::optional<WallTime> m_pausedAt;
    std::optional<TableMoment> m_moment; ///< that is shown, or asked for
    Shown m_past;                        ///< null while the present is shown
    /// While one is turned to: how many rows there are, and of which those are that stand behind the others.
    struct {
        int count = 0;
        int from = 0;
        Shown behind;
    } m_turning;
    bool m_isTurning = false;
    bool m_isFilterNew = false;       ///< filtered() is to be said
    bool m_isOrderAsked = false;      ///< by a user: until it is made, another filter or order is shown
    std::vector<Slot> m_touchedSince; ///< … rows that have changed since it was asked for; some more than once
    LatestTask<std::vector<Slot>> m_ordering;
    LatestTask<std::shared_ptr<const PastTable>> m_pastTask;
    Clock::Alarm m_dropAlarm;
    Clock::Alarm m_fadeAlarm;
    Clock::Alarm m_secondAlarm;
};

} // namespace wk
