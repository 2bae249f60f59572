// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/history/rows/historycursor.h"
#include "core/informer/watchstatus.h"
#include "ui/models/watchclusters.h"

#include <QAbstractTableModel>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace wk {

/// Every watch of the window and how it fares: those in trouble first, under a heading each, and below each of them a
/// row that says what the matter is and what comes next. Gui thread.
///
///     row kind   Section   "Need attention" 4             spans all columns
///                Watch     Waiting 18 s | pods | …
///                Detail    "… Next try in 18 s."          spans all columns; of watches that are not simply live
///
/// Texts are made once a batch and once a second (tick()), not in data().
class WatchesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        State,
        Cluster,
        Resource,
        Scope,
        Version,
        LastWord,
        Bookmarks,
        Relists,
        Reconnects,
        Wire,
        Objects,
        Memory,
        Events,
        ColumnCount
    };
    enum RowKind { Section, Watch, Detail };
    enum class Group { Attention, Live };
    /// What can be done about a watch in trouble, or about one that is looked at now and then.
    enum class Action { None, Retry, Look, CopyRule };
    enum Role {
        SortRole = Qt::UserRole, ///< of a section how many watches it has
        KindRole,                ///< RowKind
        WatchRole,               ///< WatchId; 0 of a section
        StateRole,               ///< WatchState as int
        SilentRole,              ///< bool: live, but not heard: what is shown may be old
        QuietRole,               ///< bool: live, but the last word was a bookmark
        ProgressRole,            ///< double 0 to 1 while listing; below 0 when not known
        ActionRole,              ///< Action as int
        BarsRole,                ///< QList<int>: events in each half minute of the last quarter of an hour; -1 before
                                 ///< the watch began
        EmphasisRole,            ///< bool: a number that tells of trouble
        ColourRole,              ///< ClusterColour as int
        NoteRole,                ///< QString: of a section how many watches, and what else there is to say
    };

    using ScopeOf = std::function<const WatchScope *(WatchId)>;
    static constexpr int BarCount = 30;

    explicit WatchesModel(ScopeOf scopeOf, QObject *parent = nullptr);

    void hear(const std::vector<WatchStatus> &statuses, WallTime now);
    /// Counts the events of the rows before `end` that are new, and forgets watches that were closed.
    void follow(const HistorySnapshot &history, RowId end, WallTime now);
    /// Of which clusters the watches are, from now on; they outlive the model. Another name is written with the next
    /// tick().
    void setClusters(const WatchClusters &clusters) { m_clusters = &clusters; }
    /// Ages and countdowns move on.
    void tick(WallTime now);
    void forget(WatchId watch, WallTime now);
    /// Only one group; none: both.
    void setOnly(std::optional<Group> group, WallTime now);

    /// Of those that need no attention.
    WatchState wellState() const;
    int watchCount(Group group) const;
    /// The scope of a watch in the model, or null.
    const WatchScope *scope(WatchId watch) const;
    /// The row of a watch, or -1.
    int rowOf(WatchId watch) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// Within the groups; trouble stays first.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Item {
        WatchScope scope;
        WatchStatus status;
        std::array<QString, ColumnCount> texts;
        QString detail;
        QString tip; ///< of the state
        bool isQuiet = false;
        std::array<int, BarCount> bars{};
        int eventCount = 0;                ///< the sum of the bars
        std::optional<WallTime> began;     ///< when it was heard of first
        std::int64_t lastBar = 0;          ///< which half minute since 1970 the last bar is
        std::optional<WallTime> listSince; ///< of the list under way
        double listRate = 0;               ///< objects a second; 0 before it is known
    };
    struct Row {
        RowKind kind = Watch;
        WatchId watch = 0;
        Group group = Group::Live;
        bool operator==(const Row &) const = default;
    };

    static Group groupOf(const WatchStatus &status);
    static Action actionOf(const WatchStatus &status);
    static QVariant sortKey(const Item &item, int column);
    static QString tipOf(const Item &item, int column);
    static QString meaningOf(int column);
    Item *itemFor(WatchId watch);
    static void countEvent(Item &item, WallTime arrived);
    void passOld(const HistorySnapshot &history, RowId end, WallTime now);
    static void moveBars(Item &item, WallTime now);
    static QList<int> barsOf(const Item &item);
    static QString eventsText(const Item &item, WallTime now);
    static void setStatus(Item &item, const WatchStatus &status, WallTime now);
    void write(WatchId watch, Item &item, WallTime now) const;
    static double progressOf(const WatchStatus &status);
    QString sectionTitle(Group group) const;
    QString sectionNote(Group group, WallTime now) const;
    bool isBefore(WatchId a, WatchId b) const;
    QVariant watchData(WatchId watch, int column, int role) const;
    QVariant sectionData(Group group, int role) const;
    std::vector<Row> wantedRows() const;
    void placeRows();
    void changed(WallTime now);

    ScopeOf m_scopeOf;
    const WatchClusters *m_clusters = nullptr; ///< null: all are of one
    HistoryCursor m_cursor;
    std::map<WatchId, Item> m_items;
    std::vector<Row> m_rows;
    std::map<Group, QString> m_sectionNotes;
    std::optional<Group> m_only;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace wk
