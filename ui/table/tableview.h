// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/lifeindex.h"
#include "core/informer/watchstatus.h"
#include "ui/code/objectyaml.h"
#include "ui/models/tablestate.h"
#include "ui/models/view.h"
#include "ui/table/tablecopy.h"

#include <memory>
#include <optional>
#include <vector>

class QMenu;
class QToolButton;

namespace wk {

class ColumnLayout;
class HistoryFeed;
class ExportDialog;
class FindBar;
class NoticeBar;
class ObjectTable;
class ResourceTableModel;
class StateBadge;
class StatePlate;
class TableExport;
class TableSearch;
class UiSettings;
class WindowState;
struct TableExcerpt;

/// The live table of the kind that the window looks at. It shows the watches it is given, filters by the
/// window's filter and shares the window's selection. Gui thread.
class TableView : public View
{
    Q_OBJECT

public:
    /// All three outlive the view.
    TableView(WindowState &state, UiSettings &settings, Clock &clock, QWidget *parent = nullptr);
    ~TableView() override;

    /// From now on these watches of that kind, a namespace each or one for all. Their scopes are known to the
    /// state.
    void setWatches(const ResourceInfo &resource, const std::vector<WatchId> &watches);
    /// What the table shows while the window looks at the past; outlives the view. Without it only the present is
    /// shown.
    void setHistory(const HistoryFeed &history);
    /// See ResourceTableModel::setConnection().
    void setConnection(const ConnectionWord &connection);
    /// See ResourceTableModel::setServed().
    void setServed(const std::vector<ResourceInfo> &served);
    /// How the objects' clusters are reached, for the commands that are copied.
    void setKubectlOptions(KubectlOptions options) { m_kubectlOptions = std::move(options); }

    QString title() const override;
    void applyBatch(const Batch &batch) override;
    QString resultText() const override;
    int selectedCount() const override;
    QWidget *filterBar() override { return m_filterBar; }
    QAction *exportAction() override { return m_exportAction; }
    bool find() override;
    bool followsTimeRange() const override { return false; }

    const ResourceTableModel &model() const { return *m_model; }
    ObjectTable &table() { return *m_table; }
    StatePlate &plate() { return *m_plate; }
    /// What a row offers when it is pointed at in that column.
    void fillRowMenu(QMenu &menu, int row, int column);
    /// What the table offers as a whole, wherever it is pointed at.
    void fillTableMenu(QMenu &menu);
    /// Asks for a file and writes what is shown into it.
    void exportShown();

Q_SIGNALS:
    /// A row was opened: Return or a double click.
    void objectOpened();
    /// The user does not want to wait until the connection is tried again.
    void retryAsked();
    /// … nor for the cluster to be made.
    void cancelAsked();
    /// What the filter asks for is found in the stream, and shall be shown there.
    void streamAsked();
    /// How a watch of the table fares shall be told in full.
    void watchAsked(wk::WatchId watch);
    /// What the table holds is to be compared with the server.
    void verifyAsked(const std::vector<wk::WatchId> &watches);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildFilterBar();
    void buildMenus();
    void holdPaint();
    void showNamespaces();
    void showMoment();
    void momentShown();
    bool isAside() const;
    void showState();
    void layOutPlate();
    void showSelection();
    void showNoSelection();
    void keepSelectionInSight();
    void selectionMoved();
    void rowChosen(int row);
    TableExcerpt excerpt() const;
    std::vector<ObjectPtr> selectedObjects() const;

    WindowState &m_state;
    Clock &m_clock;
    const HistoryFeed *m_history = nullptr;
    ResourceTableModel *m_model;
    ObjectTable *m_table;
    NoticeBar *m_notice;
    StatePlate *m_plate;
    ColumnLayout *m_columns;
    YamlCopy m_yaml;
    std::unique_ptr<TableSearch> m_search;
    FindBar *m_findBar;
    QWidget *m_filterBar;
    StateBadge *m_badge;
    QToolButton *m_exportButton;
    QAction *m_exportAction;
    TableExport *m_export;
    ExportDialog *m_exportDialog;
    std::optional<Instant> m_arrivalsPainted; ///< when those of a list under way were last
    Clock::Alarm m_paintAlarm;
    bool m_isMomentDue = false; ///< another than what is asked for
    KubectlOptions m_kubectlOptions;
    bool m_isShowingSelection = false;
    TableState m_said;          ///< what is shown
    bool m_keepsHeader = false; ///< the plate leaves the headers free
};

} // namespace wk
