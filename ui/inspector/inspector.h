// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/objectlife.h"
#include "core/history/rows/historycursor.h"
#include "core/informer/batch.h"
#include "core/resource/kubeevent.h"
#include "core/resource/summary.h"
#include "ui/answers/latesttask.h"
#include "ui/code/codedocument.h"
#include "ui/models/knownobject.h"
#include "ui/models/showntime.h"

#include <QWidget>

#include <functional>
#include <vector>

class QStackedWidget;

namespace wk {

class ChangesPage;
class HistoryFeed;
class FactsView;
class InspectorHeader;
class LifePage;
class OccurrencesPage;
class PaneBar;
class PaneTabs;
class SelectionSteps;
class YamlPage;

/// The object that the window has selected, from what its watches bring: a summary, its YAML, and what the log tells of
/// it, the Kubernetes Events that regard it too. Read-only. Gui thread; bodies are
/// unpacked and read in Qt's pool, for the selected object only.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    enum Page { SummaryPage, YamlText, ChangesList, EventsPage, LifeText };

    Inspector(WindowState &state, Clock &clock, QWidget *parent = nullptr);
    ~Inspector() override;

    /// What the cluster serves: owners and nodes become links by it.
    void setResources(std::vector<ResourceInfo> resources);
    /// What has happened: fills the pages of changes and Events, adds the one that tells the object's life, and shows
    /// the object as of then while the window shows the past. Once; the log outlives the inspector.
    void setHistory(const HistoryFeed &history);
    /// The window's statuses, also while it stands still: what is on show stays, then.
    void applyBatch(const Batch &batch);

    /// Back and forward through what was selected: stands in the dock's title. Belongs to the inspector until
    /// it is shown there.
    QWidget *navigation() const;
    void showPage(Page page);
    /// Searches in the YAML (Ctrl+F).
    bool find();

Q_SIGNALS:
    /// The cluster is to be shown as it was once this event had happened.
    void momentAsked(wk::RowId event);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// What the pool makes of an object.
    struct Reading {
        ObjectPtr object;
        ObjectSummary summary;
        std::optional<KubeEvent> event; ///< when it is one
        CodeDocumentPtr yaml;
        CodeDocumentPtr blamed; ///< the same lines, with who wrote them; null unless that was asked
        Error error;
    };

    /// What the pool is to make of it.
    struct Question {
        ObjectPtr object;
        bool isEvent = false;
        bool isBlaming = false;
        std::vector<LifeRevision> revisions{}; ///< for the blame
        WallTime now{};
    };

    static Reading read(const Question &question);
    void ask();
    std::vector<LifeRevision> revisionsOfShown() const;
    void buildPages();
    void selectionChanged();
    void showKind();
    void showChangeCount();
    void refresh();
    void followTime();
    void followLog();
    std::optional<KnownObject> lookUp() const;
    std::optional<KnownObject> lastSeen() const;
    std::optional<std::uint32_t> pastChanges() const;
    std::optional<std::uint32_t> changesSeen(std::optional<RowId> upTo) const;
    bool isSeenNoMore(WatchId watch) const;
    QString pastAbsence() const;
    QString pastMoment() const;
    QString pastNotice() const;
    void showReading(Reading reading);
    void showNothing(const QString &sentence, const QString &notice = {});
    void showTitle();
    void showSummary();
    void follow();
    bool regardsSelection(RowId row) const;
    std::vector<std::pair<WatchId, WatchScope>> openWatches() const;
    const WatchStatus *statusOf(WatchId watch) const;
    bool isEventWatch(WatchId watch) const;
    QString eventsTrouble() const;
    QString absenceSentence(WatchId watch) const;
    QString unwatchedSentence() const;
    QString statusWord() const;
    ResourceInfo resourceOfSelection() const;
    QString kindOfSelection() const;
    void tick();
    void retranslate();

    WindowState &m_state;
    Clock &m_clock;
    ShownTime m_time;
    const HistoryFeed *m_history = nullptr;
    HistoryCursor m_cursor;
    std::map<WatchId, WatchStatus> m_statuses;
    std::vector<ResourceInfo> m_resources;
    std::optional<KnownObject> m_known;
    Reading m_shown;
    bool m_isOtherObject = true; ///< than the one whose YAML is on show
    SelectionSteps *m_navigation;
    InspectorHeader *m_header;
    PaneBar *m_bar;
    PaneTabs *m_tabs;
    QStackedWidget *m_pages;
    FactsView *m_summary;
    YamlPage *m_yaml;
    ChangesPage *m_changes;
    OccurrencesPage *m_events;
    LifePage *m_life = nullptr; ///< with a log
    Clock::Alarm m_tick;
    LatestTask<Reading> m_reading;
};

} // namespace wk
