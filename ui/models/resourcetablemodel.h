// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/turn.h"
#include "core/history/answers/filteredrows.h"
#include "core/history/rows/historycursor.h"
#include "core/informer/batch.h"
#include "core/query/filter.h"
#include "core/resource/resourceinfo.h"
#include "ui/models/comingmoment.h"
#include "ui/models/fadingrows.h"
#include "ui/models/slotordermodel.h"
#include "ui/models/slotreordering.h"
#include "ui/models/sparkcounts.h"
#include "ui/models/tablemoment.h"
#include "ui/models/tableorder.h"
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

/// The live table of one kind, over one watch or several (a namespace each). What is new is at most one insert,
/// one remove and one dataChanged; where rows come, go or move in several places the order changes by a
/// layoutChanged between them. Deleted rows stay struck through for four seconds. It shows the past when told to, and
/// takes in what comes meanwhile. Gui thread; no I/O; all waiting by the Clock.
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
    const ResourceInfo &resource() const { return m_resource; }
    /// Labels that have a column each.
    void setLabels(const QStringList &labels);
    /// Titles and words are made anew: another language.
    void retranslate();
    const QStringList &labels() const { return m_labels; }
    void setFilter(const Filter &filter);
    const std::vector<WatchId> &watches() const { return m_watches; }
    /// Statuses, and objects of lists that are under way, of all watches.
    void applyBatch(const Batch &batch);
    /// Nobody looks: what the batches bring is kept, and told when somebody does, or when it has become so much that
    /// to tell it then would take long. Ages and order stand still.
    void setAside(bool aside);
    /// Whose rows it follows, where they are its watches'. Once, before any source; it outlives the model.
    void setHistory(const HistoryFeed &history);
    /// Shows that moment, in the same rows, until told otherwise. From one moment to another it costs what they differ
    /// by. The log outlives the past.
    void showPast(TableMoment moment);
    /// The same in slices: what is shown stays until stepPast() has come to the end. In between the log may grow, and
    /// lose what is older than the moment.
    void beginPast(TableMoment moment);
    /// Goes on while it may, a little in any case; a great moment is shown by a step of its own. True while it is not
    /// shown.
    bool stepPast(const SlicedOrder::Pace &mayGoOn);
    /// A moment was begun that stepPast() has not come to the end of.
    bool isPastComing() const { return m_coming != nullptr; }
    /// What the batches have told by now; where its rows are being put in order, as soon as they are.
    void showPresent();
    bool isPast() const { return m_past.has_value(); }
    /// Whether anything is known of what is shown: of the past it may not be.
    bool isKnown() const { return !m_past || m_past->moment.kind.isKnown(); }
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
    /// Many rows are being put in order anew, or asked whether they pass another filter, in slices by the Clock: what
    /// is shown stands as it stood until then. While the past is shown those of the present are, too, so that the way
    /// back is prompt.
    bool isOrderComing() const { return m_reordering || m_pastReordering; }
    /// The next slice now: goes on while it may, a little in any case. True while there is more.
    bool stepOrder(const SlicedOrder::Pace &mayGoOn);

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
    /// Whether the last change altered what the cell shows; ages alter by themselves and do not count.
    bool isCellChanged(int row, int column) const;
    /// How strong the tint of the last change still is: 1 at first, 0 when it has gone.
    double tint(int row) const;

    /// Objects that are shown; deleted ones not counted.
    std::size_t shownCount() const;
    /// Objects that are held, shown or not; deleted ones not counted.
    std::size_t total() const { return m_rows.count(); }
    /// Those of its watches that have told their list.
    const std::vector<WatchId> &listed() const { return m_listed; }
    /// How it stands with the table as a whole.
    TableState state() const;

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
    /// A second has gone by: ages may read otherwise. Nothing else has changed.
    void aged();
    /// Who may have made some of the last changes is known: LAST CHANGE may read otherwise.
    void writersFound();
    /// state() or total() may be another.
    void stateChanged();

private:
    void setColumns(const Columns &columns);
    void takeColumns(const Columns &columns);
    bool arrive(const std::vector<Arrivals> &arrivals);
    void follow();
    void load(WatchId watch);
    void catchUp();
    void update();
    void settle(const std::vector<Slot> &touched);
    void tintTouched(const std::vector<Slot> &touched);
    bool isShown(Slot slot) const { return m_rows.isHeld(slot) && passes(m_rows.row(slot), now()); }
    bool passes(const TableRow &row, WallTime at) const;
    bool areMany() const;
    bool isOrderAsked() const { return m_isOrderAsked || m_pastReordering; }
    void filterAnew();
    void filterAtOnce();
    void filterSlowly();
    void sayFiltered();
    std::vector<Slot> allSlots(std::vector<Slot> first) const;
    void refilterAges();
    void place(const std::vector<Slot> &touched);
    void sayChanged(const std::vector<Slot> &touched);
    void resort();
    void resortSlowly();
    void orderSoon();
    bool stepPastOrder(const SlicedOrder::Pace &mayGoOn);
    std::vector<Slot> placedAnew(std::vector<Slot> order, const std::vector<Slot> &touched,
                                 const std::function<bool(Slot)> &isShown, TableOrder::RowOf rowOf) const;
    void fadeLater();
    void fade();
    void second();
    bool mine(WatchId watch) const;
    void turnToComing();
    void leavePresent();
    std::optional<LifeIndex::Standing> standingOf(Slot slot) const;
    std::optional<RowId> lastChangeOf(Slot slot) const;
    QString likelyWriter(Slot slot) const;
    QString writerTip(int row) const;
    QString lastChangeWords(int row) const;
    QString standing(int row, int column) const;
    QString spoken(int row, int column) const;
    void forgetSpentLater();
    void forgetSpent();
    void sideTurned(const std::optional<std::vector<Slot>> &order, const std::vector<Slot> &marks);
    std::vector<Slot> heldOnce(const std::vector<Slot> &slots) const;
    void forgetPast();
    void forgetDropped();
    void keepPresentOrder();
    void orderAside();
    bool isShownAside(Slot slot) const;
    void placeAside();
    void forgetOrders();

    Clock &m_clock;
    Turn m_turn;
    const HistoryFeed *m_history = nullptr;
    DoubtedWriters *m_doubts = nullptr; ///< with the log
    ResourceInfo m_resource;
    ConnectionWord m_connection;
    std::vector<ResourceInfo> m_served;
    std::vector<WatchId> m_watches;
    std::map<WatchId, WatchStatus> m_statuses; ///< of all that are open
    std::vector<WatchId> m_listed;             ///< watches whose list has come
    Columns m_serverColumns;
    QStringList m_labels;
    std::vector<TableColumn> m_columns;
    int m_standingColumn = -1;
    PhaseColumns m_phases;
    Filter m_filter;
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
    std::optional<ShownMoment> m_past;
    std::optional<WallTime> m_pausedAt;
    std::optional<std::vector<Slot>> m_presentOrder; ///< what the present shows, while the past is shown; or not known
    bool m_isPresentComing = false;                  ///< it is asked for, and not in order yet
    std::unique_ptr<ComingMoment> m_coming;
    std::vector<std::unique_ptr<ComingMoment>> m_spent; ///< those that were shown, which go bit by bit
    std::unique_ptr<SlotReordering> m_reordering;       ///< of the present, whether it is shown or not
    std::unique_ptr<SlotReordering> m_pastReordering;   ///< of the moment that is shown, which a user has asked for
    bool m_isFilterNew = false;                         ///< filtered() is to be said
    bool m_isOrderAsked = false; ///< … by a user: until it is made, another filter or order is shown
    Clock::Alarm m_forgetLater;
    Clock::Alarm m_spentAlarm;
    Clock::Alarm m_dropAlarm;
    Clock::Alarm m_fadeAlarm;
    Clock::Alarm m_secondAlarm;
    Clock::Alarm m_orderAlarm;
};

} // namespace wk
