// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include "app/connectionwords.h"
#include "app/namespaceoffer.h"
#include "app/plugintalk.h"
#include "app/recordings/recordingstage.h"
#include "app/recordings/windowrecorder.h"
#include "app/startkinds.h"
#include "core/session/servedkinds.h"
#include "ui/charts/chartsview.h"
#include "ui/inspector/inspector.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/timetravel.h"
#include "ui/models/watchwords.h"
#include "ui/stream/streamview.h"
#include "ui/style/notewords.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"
#include "ui/table/stateplate.h"
#include "ui/table/tableview.h"
#include "ui/timeline/timelineview.h"
#include "ui/watches/watchesview.h"
#include "ui/window/docktitle.h"
#include "ui/window/historymenu.h"
#include "ui/window/navigator.h"
#include "ui/words/sessionwords.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace wk {

namespace {

std::vector<ChosenCluster> onlyOne(const ClusterAccess &access, BackendFactory makeBackend)
{
    std::vector<ChosenCluster> one;
    one.push_back({QString::fromStdString(access.context), {access, std::move(makeBackend)}});
    return one;
}

/// Of a file there is what there is.
EventLog::Bounds everything()
{
    constexpr std::size_t All = std::numeric_limits<std::size_t>::max();
    return {.rows = All, .bytes = All, .memory = All};
}

} // namespace

Workbench::Workbench(const WindowContext &context, const ClusterAccess &access, BackendFactory makeBackend,
                     const KeptHistory &kept)
    : Workbench(context, onlyOne(access, std::move(makeBackend)), kept)
{}

Workbench::Workbench(const WindowContext &context, std::vector<ChosenCluster> clusters, const KeptHistory &kept)
    : m_clock(context.clock)
    , m_kept(kept)
    , m_writer(kept.recording() ? everything() : EventLog::Bounds(),
               [this](HistoryPtr newer) { m_history.offer(std::move(newer)); })
    , m_clusters(std::move(clusters), m_writer, m_kept)
    , m_window(std::make_unique<MainWindow>(context))
{
    if (m_kept.recording()) // first, so that every view asks what time it was then
        connect(&m_history, &HistoryFeed::moved, this, [this] { m_kept.recording()->clock.follow(m_history.now()); });
    makeViews(context);
    if (m_kept.recording())
        m_stage =
            std::make_unique<RecordingStage>(*m_kept.recording(), m_history, m_writer, m_clusters.first().watches(),
                                             RecordingStage::Views{*m_window, *m_table, *m_navigator, *m_inspector});
    m_recorder = new WindowRecorder(*m_window, m_history, context.settings, context.clock);
    showPluginTalk(m_clusters, *m_window, m_clock);
    const ClusterLink &first = m_clusters.first();
    if (m_clusters.areSeveral()) // one that does not answer keeps nobody waiting
        m_control->keep({}, m_clusters.together());
    else if (!m_kept.isAcrossRestarts() || !first.cluster().isEmpty())
        m_control->keep(first.provisional(), first.cluster());
    for (const auto &link : m_clusters.all()) {
        if (m_kept.isAcrossRestarts() || m_kept.recording())
            link->watches().rest(); // until it is known whose history goes on
    }
    connectClusters();
    listen();
    connectViews();
    m_namespaces = std::make_unique<NamespaceOffer>(*m_window, m_clusters, context.settings);
    connect(&m_history, &HistoryFeed::moved, this, &Workbench::follow);
    connect(m_control.get(), &HistoryControl::restored, this, &Workbench::showEarlier);
}

Workbench::~Workbench() = default;

void Workbench::makeViews(const WindowContext &context)
{
    WindowState &state = m_window->state();
    m_table = new TableView(state, context.settings, context.clock);
    m_table->setKubectlOptions([this](const ClusterId &cluster) { return m_clusters.kubectlOptions(cluster); });
    m_table->setHistory(m_history);
    m_stream = new StreamView(state, m_history, context.settings, context.clock);
    m_window->setHistory(m_history);
    m_timeline = new TimelineView(state, m_history, context.clock);
    m_charts = new ChartsView(state, m_history, context.clock);
    m_watchesView = new WatchesView(state, m_history, context.clock);
    for (const auto &[name, view] : views())
        m_window->addView(view);
    m_navigator = new Navigator(state, context.settings, context.clock);
    m_navigator->setHistory(m_history);
    m_window->setNavigator(m_navigator);
    m_inspector = new Inspector(state, context.clock);
    m_inspector->setHistory(m_history);
    m_window->setInspector(m_inspector);
    m_window->inspectorTitle().addControl(m_inspector->navigation());
    m_verification = std::make_unique<Verification>(*m_window);
    m_control = std::make_unique<HistoryControl>(*m_window, context.settings, m_writer, m_kept);
}

std::vector<std::pair<QString, View *>> Workbench::views() const
{
    return {{QStringLiteral("table"), m_table},
            {QStringLiteral("stream"), m_stream},
            {QStringLiteral("timeline"), m_timeline},
            {QStringLiteral("charts"), m_charts},
            {QStringLiteral("watches"), m_watchesView}};
}

void Workbench::connectClusters()
{
    WindowState &state = m_window->state();
    connect(&m_clusters, &ClusterLinks::moved, this, &Workbench::sayConnections);
    connect(&m_clusters, &ClusterLinks::known, this, [this](ClusterLink *link) { known(*link); });
    connect(&m_clusters, &ClusterLinks::served, this, [this](ClusterLink *link) { served(*link); });
    connect(&m_clusters, &ClusterLinks::notesChanged, this, &Workbench::sayNotes);
    connect(&m_clusters, &ClusterLinks::batchReady, this, &Workbench::takeBatch);
    connect(&m_clusters, &ClusterLinks::anotherCluster, this, &Workbench::anotherCluster);
    connect(&m_clusters, &ClusterLinks::opened, &state, &WindowState::learnScope);
    connect(&m_clusters, &ClusterLinks::closed, this, &Workbench::watchClosed);
    connect(&m_clusters, &ClusterLinks::changed, this, &Workbench::kindChanged);
    connect(&m_clusters, &ClusterLinks::narrowed, this,
            [this](ClusterLink *link, const ResourceInfo &kind) { m_namespaces->fallBackToOwn(*link, kind); });
    connect(&state, &WindowState::namespacesChanged, this, [&] { m_clusters.setNamespaces(state.namespaces()); });
    connect(&state, &WindowState::watchesOnlyChosenChanged, this,
            [&] { m_clusters.setOnlyChosen(state.watchesOnlyChosen()); });
}

/// The sessions may be others than before.
void Workbench::listen()
{
    m_navigator->listenTo(m_clusters.sessions());
    sayUnchecked();
}

void Workbench::reconnect(ClusterLink &link, Reach reach)
{
    m_verification->cancel();
    m_isRetried = true;
    link.reconnect(std::move(reach));
}

void Workbench::retry(WatchId watch)
{
    m_isRetried = watch == 0;
    m_clusters.retry(watch);
}

void Workbench::connectViews()
{
    connect(m_navigator, &Navigator::kindChosen, this, &Workbench::showKind);
    connect(m_table, &TableView::cancelAsked, this, &Workbench::cancelAsked);
    connect(m_table, &TableView::streamAsked, this, [this] { m_window->showView(m_stream); });
    connect(&m_table->plate(), &StatePlate::clusterChosen, this, &Workbench::clusterChosen);
    connect(&m_table->plate(), &StatePlate::kindAsked, this, &Workbench::showKind);
    connect(&m_table->plate(), &StatePlate::wayAsked, this, &Workbench::wayAsked);
    connect(m_table, &TableView::retryAsked, this, [this] { Q_EMIT retryAsked(0); });
    connect(m_stream, &StreamView::retryAsked, this, [this] { Q_EMIT retryAsked(0); });
    whenTranslated(m_window.get(), [this] { sayNotes(); });
    m_window->historyMenu().setHasDisk(m_kept.hasDisk());
    boundHistory();
    connect(&m_window->historyMenu(), &HistoryMenu::chosen, this, &Workbench::boundHistory);
    connect(m_stream, &StreamView::momentAsked, m_window->travel(), &TimeTravel::goAfter);
    connect(m_inspector, &Inspector::momentAsked, m_window->travel(), &TimeTravel::goAfter);
    connect(m_timeline, &TimelineView::momentAsked, m_window->travel(), &TimeTravel::goTo);
    connect(m_watchesView, &WatchesView::retryAsked, this, &Workbench::retryAsked);
    connect(m_watchesView, &WatchesView::kindAsked, this, &Workbench::showKind);
    connect(m_watchesView, &WatchesView::leaveAsked, &m_clusters, &ClusterLinks::leave);
    connect(m_charts, &ChartsView::watchAsked, this, &Workbench::showWatch);
    connect(m_charts, &ChartsView::gapAsked, this, &Workbench::showGap);
    connect(m_charts, &ChartsView::objectChosen, m_window.get(), &MainWindow::showInspector);
    connect(m_timeline, &TimelineView::gapAsked, this, &Workbench::showGap);
    connect(m_table, &TableView::watchAsked, this, &Workbench::showWatch);
    connect(m_table, &TableView::verifyAsked, this, &Workbench::verify);
    connect(m_watchesView, &WatchesView::verifyAsked, this, [this](WatchId watch) { verify({watch}); });
    connect(m_window.get(), &MainWindow::watchAsked, this, &Workbench::showWatch);
    connect(m_navigator, &Navigator::retryAsked, this, &Workbench::retryAsked);
    m_window->setSeenValues([this](const FilterPlace &place) {
        const SeenAs as = m_window->currentView() == m_stream ? SeenAs::Events : SeenAs::Objects;
        return seenValues(m_history.now(), m_table->model(), place, as);
    });
    connect(m_window.get(), &MainWindow::watchesAsked, this, [this] { m_window->showView(m_watchesView); });
    connect(&m_window->state(), &WindowState::resourceChanged, this, [this] {
        m_clusters.want(m_window->state().resource());
        kindChanged(m_window->state().resource().gvr);
    });
}

void Workbench::sayConnections()
{
    const ConnectionWords words = connectionWords(m_clusters.all());
    m_window->showConnection(words.status, words.isAnyConnected);
    m_table->setConnection(words.word);
    m_navigator->setConnection(words.navigator);
    if (words.status.isEmpty() && std::exchange(m_isRetried, false))
        m_window->sayInPassing(sessionSentence(SessionState::Connected, {}));
}

void Workbench::setOtherClusters(const OtherClusters &others)
{
    m_table->plate().setOtherClusters(others);
}

void Workbench::sayMaking(const QString &sentence, int made, int total)
{
    m_window->showConnection(sentence, false);
    m_table->setConnection({sentence, false, static_cast<std::uint64_t>(made), static_cast<std::uint64_t>(total)});
}

void Workbench::showKind(const ResourceInfo &resource)
{
    m_window->state().setResource(resource);
    m_window->showView(m_table);
}

void Workbench::showWatch(WatchId watch)
{
    m_window->showView(m_watchesView);
    m_watchesView->showWatch(watch);
}

/// The watches tell how often it relisted when the stream goes no further back.
void Workbench::showGap(WatchId watch, WallTime ended)
{
    m_window->showView(m_stream); // first, so that it knows its size and the row stands in its middle
    if (!m_stream->showGap(watch, ended))
        showWatch(watch);
}

void Workbench::verify(const std::vector<WatchId> &watches)
{
    std::vector<std::pair<ClusterSession *, WatchId>> subjects;
    for (const WatchId watch : watches) {
        if (ClusterLink *link = m_clusters.of(watch))
            subjects.emplace_back(&link->session(), watch);
    }
    m_verification->verify(subjects);
}

void Workbench::served(ClusterLink &link)
{
    if (!m_writer.isReady())
        return; // showEarlier() comes back
    link.watches().resume();
    const std::vector<ClusterSession *> sessions = m_clusters.sessions();
    const std::vector<ResourceInfo> all = servedByAny({sessions.begin(), sessions.end()});
    m_inspector->setResources(all);
    m_table->setServed(all);
    if (const auto kind = m_clusters.beginWith(link, m_window->state().resource()))
        m_window->state().setResource(*kind);
    if (m_clusters.areComplete())
        m_writer.leaveEarlier();
}

void Workbench::showCluster(const ClusterLink &link)
{
    if (!link.cluster().isEmpty())
        m_window->state().showCluster(link.cluster(), link.word().toStdString(), link.look().colour);
}

void Workbench::setLook(const QString &name, const ClusterLook &look)
{
    for (const auto &link : m_clusters.all()) {
        if (link->name() != name)
            continue;
        link->setLook(look);
        showCluster(*link);
    }
}

void Workbench::known(ClusterLink &link)
{
    showCluster(link);
    if (m_clusters.areSeveral())
        m_control->remember(link.provisional(), link.cluster());
    else
        m_control->keep(link.provisional(), link.cluster());
    listen();
    boundHistory();
}

/// What was there the last time, until the clusters answer.
void Workbench::showEarlier()
{
    sayNotes(); // what of it is lost
    for (const auto &link : m_clusters.all())
        showCluster(*link);
    const std::vector<ResourceInfo> kinds = m_stage ? m_stage->show() : m_clusters.setEarlier(m_history.now());
    const auto isKnown = [](const auto &link) { return link->isKnown(); };
    const bool isAnyKnown = std::ranges::any_of(m_clusters.all(), isKnown);
    if (!m_stage && !std::ranges::all_of(m_clusters.all(), isKnown)) {
        if (!isAnyKnown)
            m_navigator->setResources(kinds);
        const Batch earlier = WatchSet::statusesOfEarlier(m_history.now());
        takeBatch(earlier);
        m_navigator->applyBatch(earlier); // what sessions tell it hears of them
    }
    for (const auto &link : m_clusters.all()) {
        if (link->isKnown())
            served(*link);
    }
    kindChanged(m_window->state().resource().gvr);
    if (isAnyKnown)
        return;
    const bool isShown = !m_window->state().resource().gvr.resource.empty();
    if (isShown || kinds.empty())
        return;
    m_clusters.setShowsEarlier();
    m_window->state().setResource((startKinds(kinds).empty() ? kinds : startKinds(kinds)).front());
}

void Workbench::sayUnchecked()
{
    QStringList unchecked;
    for (const auto &link : m_clusters.all()) {
        if (link->session().access().skipTlsVerify)
            unchecked << (m_clusters.areSeveral() ? link->word() : QString());
    }
    m_window->warnOfUncheckedServers(unchecked);
}

void Workbench::sayNotes()
{
    const HistorySnapshot &history = m_history.now();
    std::vector<NamedNotes> notes;
    for (const auto &link : m_clusters.all()) {
        const bool isFirst = notes.empty(); // what the history has to say is of all
        const ClusterSession &session = link->session();
        notes.push_back(
            {displayText(link->word().toStdString()),
             noteWords(session.notes(), session.failedGroups(), isFirst ? history.spillError() : std::nullopt,
                       isFirst ? history.losses() : HistoryLosses())});
    }
    const NoteWords words = joinedNotes(notes);
    m_window->showNotes(words.brief, words.lines);
}

void Workbench::boundHistory()
{
    if (!m_kept.recording())
        m_writer.setBounds(m_window->historyMenu().bounds());
    m_clusters.setBodyMemory(m_window->historyMenu().bodyMemory());
}

void Workbench::takeBatch(const Batch &batch)
{
    m_window->applyBatch(batch);
    m_inspector->applyBatch(batch);
}

/// Behind all views.
void Workbench::follow()
{
    const HistorySnapshot &history = m_history.now();
    m_clusters.follow(m_history);
    m_namespaces->follow(m_history.newest());
    if (std::exchange(m_isSpillFailing, history.spillError().has_value()) != history.spillError().has_value())
        sayNotes();
    const bool isListed = history.facets().types[std::size_t(EntryType::List)] > 0;
    if (isListed && !std::exchange(m_isFirstShown, true))
        Q_EMIT ready();
}

void Workbench::watchClosed(WatchId watch)
{
    m_stream->forgetWatch(watch);
    m_verification->forget(watch);
    m_navigator->forgetWatch(watch);
    m_window->forgetWatch(watch);
}

void Workbench::kindChanged(const GroupVersionResource &resource)
{
    const ResourceInfo &shown = m_window->state().resource();
    if (shown.gvr == resource)
        m_table->setWatches(shown, m_clusters.watchesOf(resource));
}

} // namespace wk
