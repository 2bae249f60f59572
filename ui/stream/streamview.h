// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historyfeed.h"
#include "core/query/filter.h"
#include "ui/code/objectyaml.h"
#include "ui/models/facetmodel.h"
#include "ui/models/streammodel.h"
#include "ui/models/view.h"
#include "ui/stream/facetpanel.h"

#include <memory>
#include <optional>

class QSplitter;
class QToolButton;

namespace wk {

class EventDetail;
class ExportDialog;
class FilterChips;
class FindBar;
class StreamExport;
class StreamSearch;
class StreamNotice;
class StreamTable;
class UiSettings;

/// Every event that the window's watches bring, as it came, with facets beside it and the selected event
/// below. Gui thread. What is shown answers the window's filter and time range; both are edited by pointing
/// at cells and facets.
class StreamView : public View
{
    Q_OBJECT

public:
    /// All of them outlive the view.
    StreamView(WindowState &state, const HistoryFeed &history, UiSettings &settings, Clock &clock,
               QWidget *parent = nullptr);
    ~StreamView() override;

    QString title() const override;
    void applyBatch(const Batch &batch) override;
    QString resultText() const override;
    int selectedCount() const override;
    bool wantsInspector() const override { return false; }
    QWidget *filterBar() override { return m_filterBar; }
    QAction *exportAction() override { return m_exportAction; }
    bool find() override;

    StreamModel &model() { return *m_model; }
    /// Makes the row of a gap of a watch, which ended then, the current one; what hides it is put aside. False when it
    /// has fallen off.
    bool showGap(WatchId watch, WallTime ended);
    /// Asks for a file and writes what is shown into it.
    void exportShown();
    /// The watch is closed: its rows stay, its state does not matter any more.
    void forgetWatch(WatchId watch);

Q_SIGNALS:
    /// What cannot be heard is to be tried again now.
    void retryAsked();
    /// The cluster is to be shown as it was once this event had happened.
    void momentAsked(wk::RowId event);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildFilterBar();
    void buildLayout();
    void connectParts();
    void askFilter();
    void editFilter(const Filter &filter);
    void countsChanged();
    void showCounts();
    void lookAtFacets();
    void sayEmpty();
    QString whatNarrows() const;
    void selectionMoved();
    void rowChosen(int row);
    void showDetail(int row);
    void restoreCurrent();
    void showSelection();
    bool showChosenEvent();
    RowId happenedBefore() const;
    void choose(int row, void (StreamTable::*go)(int row));
    void chooseThen(const Moment &moment);
    void forgetFallen();
    void showPlayhead();
    void fixFollowButton();
    void showFollowing();
    void letGo(bool following);
    int newBelow();
    void follow(bool following);
    void goToWanted();
    void facetChosen(Facet facet, const QString &value, FacetEdit edit);
    void showCellMenu(const QModelIndex &cell, const QPoint &at);
    std::vector<FacetSection> facetSections() const;
    void addNamed(FacetSection &section) const;
    void addHeld(FacetSection &section, const QStringList &held) const;
    void retranslate();

    WindowState &m_state;
    Clock &m_clock;
    const HistoryFeed &m_history;
    StreamModel *m_model;
    Filter m_filter; ///< the last one that was understood
    std::optional<RowId> m_current;
    std::optional<RowId> m_letGoAt;     ///< where the history ended when the newest was let go
    std::optional<RowId> m_seenTo;      ///< … or how far rows have been in sight since, under this filter
    std::optional<Moment> m_chosenThen; ///< the moment of which the chosen row is
    std::optional<RowId> m_wanted;      ///< to be shown as soon as it is among the rows
    Clock::Alarm m_countsAlarm;
    bool m_countsPending = false;
    bool m_isRestoring = false;
    QWidget *m_filterBar;
    FilterChips *m_chips;
    QToolButton *m_followButton;
    QToolButton *m_facetsButton;
    QToolButton *m_exportButton;
    QAction *m_exportAction;
    QSplitter *m_columns;
    QSplitter *m_rows;
    FacetPanel *m_facets;
    StreamNotice *m_notice;
    StreamTable *m_table;
    EventDetail *m_detail;
    std::unique_ptr<StreamSearch> m_search;
    FindBar *m_findBar;
    YamlCopy m_yaml;
    StreamExport *m_export;
    ExportDialog *m_exportDialog;
};

} // namespace wk
