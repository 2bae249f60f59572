// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/limits.h"
#include "core/informer/batch.h"
#include "ui/models/seenvalues.h"
#include "ui/models/windowstate.h"
#include "ui/window/clusterpopup.h"
#include "ui/window/heldback.h"
#include "ui/window/livefigures.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <map>
#include <vector>

class QDockWidget;
class QMenu;
class QTabWidget;

namespace wk {

class Banner;
class HistoryFeed;
class PastBanner;
class RecordingBar;
class Replay;
class TimeTravel;
class DockRoom;
class DockTitle;
class FilterRow;
class HistoryMenu;
class OnlyChosenAction;
class StatusLine;
class Theme;
class TimeStrip;
class ToolRow;
class UiSettings;
class View;
struct RecordingWords;

/// What a window is made with; all of it outlives the window.
struct WindowContext {
    Theme &theme;
    UiSettings &settings;
    Clock &clock;
    std::function<std::uint64_t()> memory = {}; ///< of the program, in bytes; empty or 0: not known
    QString build = {};                         ///< which Watchkeeper this is, for About
};

/// The frame that never changes: cluster and filter above, navigator left, the selection right, time and
/// status below; views swap in the middle. While it is paused the history that they follow stands still, and statuses
/// are kept back. Gui thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const WindowContext &context, QWidget *parent = nullptr);
    ~MainWindow() override;

    WindowState &state() { return m_state; }
    const LiveFigures &figures() const { return m_figures; }

    /// The menu behind the button at the top left, for the program's own actions; the frame's come last.
    QMenu &programMenu();
    HistoryMenu &historyMenu() { return *m_historyMenu; }
    /// Adds a tab; the window takes the view over.
    void addView(View *view);
    void showView(View *view);
    View *currentView() const;
    /// What stands in the docks; the window takes it over.
    void setNavigator(QWidget *navigator);
    void setInspector(QWidget *inspector);
    /// Shows the inspector beside the view, and from then on with it: what was selected is to be seen.
    void showInspector();
    DockTitle &inspectorTitle() { return *m_inspectorTitle; }

    void setClusters(const ClusterChoices &choices);
    /// Keeps the places of window and docks for the next window; so it does by itself when it is closed.
    void remember();
    void setKnownNamespaces(const QStringList &names);
    /// What the window can go back to, which stands still while the window is paused; outlives it. Without it there is
    /// only the present.
    void setHistory(HistoryFeed &history);
    /// Null without a history.
    TimeTravel *travel() { return m_travel; }
    Replay *replay() { return m_replay; }
    /// What the filter offers as values.
    void setSeenValues(SeenValues seen);
    /// A frame's news but for the events, which the history has.
    void applyBatch(const wk::Batch &batch);
    /// Where the connections stand while they are not all well; empty when they are. While `isAny` is, what comes is
    /// still of now.
    void showConnection(const QString &sentence, bool isAny = false);
    /// Says for a few seconds in the status line that all is well: the answer to whoever has asked.
    void sayInPassing(const QString &sentence);
    /// See StatusLine::showNotes().
    void showNotes(const QString &brief, const QStringList &lines);
    /// A red bar for as long as there are any: nobody checks who answers (insecure-skip-tls-verify). The only cluster
    /// of a window goes without a name.
    void warnOfUncheckedServers(const QStringList &clusters);
    /// A line over the views about the cluster as a whole, until the user closes it or it is hidden; `words` is asked
    /// again when the language changes.
    Banner &tell(std::function<QString()> words);
    /// The history is one of a file: a line over the views says so, and can replay it.
    void showRecording(const RecordingWords &words);
    /// How far a recording of what comes is; `trouble` is what is the matter with it.
    void showRecorder(bool isRecording, const QString &words, const QString &trouble);
    /// Whether that file is still being written.
    void setRecordingGoesOn(bool goesOn);
    /// A watch was closed: the status bar counts it no more, and what is kept back of it makes no view show it again.
    void forgetWatch(WatchId watch);

Q_SIGNALS:
    void clustersChosen(const QStringList &names);
    /// How the clusters are reached is to be seen.
    void clustersAsked();
    /// The user wants to see a cluster otherwise.
    void lookChosen(const QString &name, const wk::ClusterLook &look);
    /// What comes is to be recorded from now on, or no longer.
    void recordAsked();
    /// What came in that time is to be kept in a file.
    void saveRangeAsked(const wk::TimeRange &range);
    void watchesAsked();
    /// … one watch.
    void watchAsked(wk::WatchId watch);
    /// How the program came to its clusters shall be told.
    void diagnosticsAsked();

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void buildTop();
    void buildDocks();
    void buildMenu();
    void buildKeys();
    void buildTravelKeys();
    QDockWidget *dock(const QString &name, Qt::DockWidgetArea area);
    void sayTitle();
    QString clusterKey() const;
    QString nameOf(WatchId watch) const;
    void placeInspector();
    bool isInspectorWanted() const;
    void viewChanged();
    void focusView(int tab);
    void offerExport();
    void sayResult();
    void pauseChanged();
    void follow();
    void goOn();
    void sayStanding();
    void tick();
    void restore();
    void clearWhatIsChosen();
    void addBar(QWidget *bar);

    WindowContext m_context;
    WindowState m_state;
    LiveFigures m_figures;
    ClusterChoices m_clusters;
    HistoryFeed *m_history = nullptr;
    HeldBack m_heldBack;
    std::vector<View *> m_views;
    ToolRow *m_tools = nullptr;
    FilterRow *m_filterRow = nullptr;
    HistoryMenu *m_historyMenu = nullptr;
    OnlyChosenAction *m_onlyChosen = nullptr;
    QAction *m_afterExport = nullptr; ///< of the menu
    QPointer<QAction> m_export;       ///< of the view in front
    QTabWidget *m_tabs = nullptr;
    TimeTravel *m_travel = nullptr;
    Replay *m_replay = nullptr;
    RecordingBar *m_recording = nullptr;
    PastBanner *m_past = nullptr;
    QPointer<Banner> m_uncheckedServer;
    DockRoom *m_docks = nullptr;
    QDockWidget *m_navigator = nullptr;
    QDockWidget *m_inspector = nullptr;
    QDockWidget *m_stripDock = nullptr;
    DockTitle *m_inspectorTitle = nullptr;
    View *m_inspectedView = nullptr; ///< whose choice the inspector's visibility is
    std::map<View *, bool> m_inspectorShown;
    TimeStrip *m_strip = nullptr;
    StatusLine *m_status = nullptr;
    bool m_isConnected = true; ///< or nothing is known to the contrary
    Clock::Alarm m_tick;
    Clock::Alarm m_passed; ///< what was said in passing
};

} // namespace wk
