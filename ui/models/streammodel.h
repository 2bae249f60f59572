// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/facetrows.h"
#include "core/history/answers/filteredrows.h"
#include "core/history/answers/likelycounts.h"
#include "core/history/rows/historyfeed.h"
#include "ui/answers/liveanswer.h"
#include "ui/models/doubtedwriters.h"
#include "ui/models/eventwords.h"
#include "ui/models/windowstate.h"

#include <QAbstractTableModel>
#include <QCache>

#include <functional>
#include <optional>

namespace wk {

/// The rows of a history that answer a filter, oldest first. Gui thread. What is new is one remove at the top and one
/// insert at the bottom at most; much of it and a new filter are looked through in Qt's pool, while what was shown
/// stays.
class StreamModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Type, Class, Cluster, Kind, Namespace, Name, Version, Changed, Who, Size, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole, ///< microseconds, sizes and versions as numbers, the rest as text
        WholeRole, ///< the text, also where it takes a comparison of two bodies and Qt::DisplayRole has it later
    };

    /// What a row is painted by; makes nothing.
    struct Outline {
        RowId id = 0;
        EntryType type = EntryType::Error;
        EntryClass origin = EntryClass::Live;
        bool isOfObject = false; ///< not of a watch as a whole
        bool isNoNews = false;   ///< the server keeps a Kubernetes Event no longer: nothing has happened to the cluster
    };
    /// One row as the log has it.
    struct Row : Outline {
        WatchId watch = 0;
        WallTime arrived{};
        ChangesPtr changes;
        Columns columns;  ///< what the object's cells stand under
        std::string line; ///< of what a watch said of itself, as it came; may be empty
        std::string kind;
        ObjectPtr object;   ///< null for what concerns a watch as a whole
        ObjectPtr previous; ///< of what a list found as it had been told of last, by whichever watch of its kind
    };

    explicit StreamModel(const HistoryFeed &history, QObject *parent = nullptr);

    const HistorySnapshot &log() const { return m_history.now(); }
    /// For whoever reads it in another thread.
    const HistoryPtr &history() const { return m_history.newest(); }
    const FilteredRows &rows() const { return m_rows.shown(); }
    const FacetRows &facetRows() const { return m_facetRows.shown(); }
    const LikelyCounts &likelyCounts() const { return m_likelyCounts.shown(); }
    /// Whether anybody sees how often each may have written rows in doubt; else that is not counted.
    void setLikelyLookedAt(bool isLookedAt);
    /// Another filter; the old answer stays on show until the new one is whole.
    void ask(const RowQuery &query);
    /// Rows that have not been looked at, or a filter that has not been answered.
    bool isBehind() const { return m_rows.isBehind(); }
    /// How much has been looked at for a filter that has not been answered, 0 to 1.
    double progress() const { return m_rows.progress(); }
    /// … or what is shown is right, and the facets are not counted.
    bool hasWork() const { return isBehind() || m_facetRows.isBehind() || m_likelyCounts.isBehind(); }

    /// Empty for a row that has fallen off.
    std::optional<Outline> outlineAt(int row) const;
    /// The same with all that the log makes anew for whoever asks: for the row that somebody points at.
    std::optional<Row> rowAt(int row) const;
    /// Where a row of the log stands; -1 when it is not shown.
    int indexOf(RowId row) const;
    /// How many of the rows shown stand before a row of the log.
    int countBefore(RowId row) const;
    /// What is said under WHAT CHANGED; kept for the rows asked for last.
    const EventWords &wordsAt(int row) const;
    /// Words are made anew: another language.
    void retranslate();
    /// The object of a row, for the window's selection; empty for a row without one.
    ObjectRef refAt(int row) const;

    /// The newest row about an object that stands before a row of the log; -1 when none is shown.
    int newestOf(const ObjectRef &object, RowId upTo) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// Counts and facets have moved, or another filter is on show.
    void countsChanged();

private:
    void follow();
    void tell(const AnswerStep &step);
    std::optional<RowId> idAt(int row) const;
    ObjectPtr toldBefore(RowId id) const;
    QString text(int row, RowId id, Column column) const;
    std::optional<QString> whoSaysSo(RowId id) const;
    QString whoAt(RowId id) const;
    QString wholeText(int row, RowId id, Column column) const;
    void showWriters(RowId first, RowId last);
    QString toolTip(int row, RowId id, Column column) const;
    QVariant sortValue(int row, RowId id, Column column) const;

    const HistoryFeed &m_history;
    LiveAnswer<FilteredRows> m_rows;
    LiveAnswer<FacetRows> m_facetRows;
    LiveAnswer<LikelyCounts> m_likelyCounts;
    int m_count = 0;  ///< what the views have been told
    int m_fallen = 0; ///< rows at the top that are gone, while the views are being told
    mutable QCache<RowId, EventWords> m_words;
    DoubtedWriters *m_doubts;
};

} // namespace wk
