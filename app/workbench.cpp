// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include "app/startkinds.h"
#include "ui/charts/chartsview.h"
#include "ui/inspector/inspector.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/tablestate.h"
#include "ui/models/timetravel.h"
#include "ui/models/watchwords.h"
#include "ui/stream/streamview.h"
#include "ui/style/errorwords.h"
#include "ui/style/notewords.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"
#include "ui/table/stateplate.h"
#include "ui/table/tableview.h"
#include "ui/timeline/timelineview.h"
#include "ui/watches/watchesview.h"
#include "ui/window/banner.h"
#include "ui/window/docktitle.h"
#include "ui/window/historymenu.h"
#include "ui/window/navigator.h"
#include "ui/words/sessionwords.h"

#include <algorithm>
#include <utility>

namespace wk {

Workbench::Workbench(const WindowContext &context, ClusterAccess access, BackendFactory makeBackend,
                     const KeptHistory &kept)
    : m_clock(context.clock)
    , m_kept(kept)
    , m_provisional(ClusterId::provisional(access))
    , m_cluster(kept.knownAs(m_provisional))
    , m_writer({}, [this](HistoryPtr newer) { m_history.offer(std::move(newer)); })
    , m_session(sessionFor(std::move(access), std::move(makeBackend), m_cluster))
    , m_watches(*m_session)
    , m_window(std::make_unique<MainWindow>(context))
{
    makeViews(context);
    if (!m_kept.isAcrossRestarts() || !m_cluster.isEmpty())
        m_control->keep(m_provisional, m_cluster);
    if (m_kept.isAcrossRestarts())
        m_watches.rest(); // until it is known whose history goes on
    connectSession();
    connectWatches();
    connectViews();
    connect(&m_history, &HistoryFeed::moved, this, &Workbench::follow);
    connect(m_control.get(), &HistoryControl::restored, this, &Workbench::showEarlier);
}

Workbench::~Workbench() = default;

void Workbench::makeViews(const WindowContext &context)
{
    WindowState &state = m_window->state();
    m_table = new TableView(state, context.settings, context.clock);
    if (m_session->access().source != "demo") // no kubeconfig has the demo's context
        m_table->setContext(displayText(m_session->access().context));
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

std::unique_ptr<ClusterSession> Workbench::sessionFor(ClusterAccess access, BackendFactory makeBackend,
                                                      ClusterId cluster)
{
    return std::make_unique<ClusterSession>(
        std::move(access), std::move(makeBackend),
        SessionHistory{&m_writer, [this] { return m_writer.takeBodies(); }, std::move(cluster)});
}

void Workbench::reconnect(ClusterAccess access, BackendFactory makeBackend)
{
    m_verification->cancel();
    const bool isSameWay = ClusterId::provisional(access) == ClusterId::provisional(m_session->access());
    ClusterId known = isSameWay ? m_cluster : ClusterId(); // elsewhere its uid has to tell
    m_isRetried = true;
    m_coming = sessionFor(std::move(access), std::move(makeBackend), std::move(known));
    connect(m_coming.get(), &ClusterSession::stateChanged, this, &Workbench::comingMoved);
}

void Workbench::comingMoved()
{
    if (m_coming->state() != SessionState::Connected)
        return sayState(*m_coming);
    m_coming->disconnect(this);
    if (!m_cluster.isEmpty() && m_coming->cluster() != m_cluster)
        Q_EMIT anotherCluster();
    else
        moveToComing();
}

void Workbench::moveToComing()
{
    const auto before = std::exchange(m_session, std::move(m_coming));
    before->disconnect(this);
    m_watches.moveTo(*m_session);
    connectSession();
    boundHistory();
    sessionMoved(); // what it serves is told next
}

void Workbench::retry(WatchId watch)
{
    m_isRetried = watch == 0;
    if (m_coming)
        m_coming->retryNow();
    if (watch == 0)
        m_session->retryNow();
    else
        m_session->retryWatch(watch);
}

void Workbench::connectSession()
{
    m_navigator->listenTo(m_session.get());
    m_window->warnOfUncheckedServer(m_session->access().skipTlsVerify);
    connect(m_session.get(), &ClusterSession::resourcesChanged, this, &Workbench::resourcesKnown);
    connect(m_session.get(), &ClusterSession::stateChanged, this, &Workbench::sessionMoved);
    connect(m_session.get(), &ClusterSession::notesChanged, this, &Workbench::sayNotes);
    connect(m_session.get(), &ClusterSession::resourcesChanged, this, &Workbench::sayNotes);
    connect(m_session.get(), &ClusterSession::batchReady, this, &Workbench::takeBatch);
}

void Workbench::connectWatches()
{
    connect(&m_watches, &WatchSet::opened, &m_window->state(), &WindowState::learnScope);
    connect(&m_watches, &WatchSet::closed, this, &Workbench::watchClosed);
    connect(&m_watches, &WatchSet::changed, this, &Workbench::kindChanged);
    connect(&m_watches, &WatchSet::narrowed, this, &Workbench::fallBackToOwnNamespace);
    const WindowState &state = m_window->state();
    connect(&state, &WindowState::namespacesChanged, this, [&] { m_watches.setNamespaces(state.namespaces()); });
    connect(&state, &WindowState::watchesOnlyChosenChanged, this,
            [&] { m_watches.setOnlyChosen(state.watchesOnlyChosen()); });
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
    connect(m_watchesView, &WatchesView::leaveAsked, this,
            [this](const ResourceInfo &resource) { m_watches.leave(resource.gvr); });
    connect(m_charts, &ChartsView::watchAsked, this, &Workbench::showWatch);
    connect(m_charts, &ChartsView::gapAsked, this, &Workbench::showGap);
    connect(m_charts, &ChartsView::objectChosen, m_window.get(), &MainWindow::showInspector);
    connect(m_timeline, &TimelineView::gapAsked, this, &Workbench::showGap);
    connect(m_table, &TableView::watchAsked, this, &Workbench::showWatch);
    connect(m_table, &TableView::verifyAsked, this,
            [this](const std::vector<WatchId> &watches) { m_verification->verify(*m_session, watches); });
    connect(m_watchesView, &WatchesView::verifyAsked, this,
            [this](WatchId watch) { m_verification->verify(*m_session, {watch}); });
    connect(m_window.get(), &MainWindow::watchAsked, this, &Workbench::showWatch);
    connect(m_navigator, &Navigator::retryAsked, this, &Workbench::retryAsked);
    m_window->setSeenValues([this](const FilterPlace &place) {
        const SeenAs as = m_window->currentView() == m_stream ? SeenAs::Events : SeenAs::Objects;
        return seenValues(m_history.now(), m_table->model(), place, as);
    });
    connect(m_window.get(), &MainWindow::watchesAsked, this, [this] { m_window->showView(m_watchesView); });
    connect(&m_window->state(), &WindowState::resourceChanged, this, [this] {
        const ResourceInfo &resource = m_window->state().resource();
        m_watches.want(resource);
        kindChanged(resource.gvr);
    });
}

void Workbench::fail(const Error &error)
{
    m_hasFailed = true;
    const ErrorWords words = errorWords(error);
    ConnectionWord word{words.sentence(), error.kind != ErrorKind::ConsentNeeded};
    word.hasFailed = true;
    sayConnection(words.what, std::move(word));
}

/// In full where there is room for it, and `brief` in the navigator.
void Workbench::sayConnection(const QString &brief, ConnectionWord word)
{
    const QUrl &server = session().access().server;
    word.server = displayText(server.toDisplayString(QUrl::RemovePath).toStdString());
    m_window->showConnection(word.sentence);
    m_table->setConnection(word);
    m_navigator->setConnection(brief);
}

void Workbench::setOtherClusters(const OtherClusters &others)
{
    m_table->plate().setOtherClusters(others);
}

void Workbench::sayMaking(const QString &sentence, int made, int total)
{
    m_window->showConnection(sentence);
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

void Workbench::resourcesKnown()
{
    if (m_session->cluster() != m_cluster || !m_writer.isReady())
        return; // anotherCluster() has been said, or showEarlier() comes back
    m_watches.resume();
    const auto &served = m_session->resources();
    m_inspector->setResources(served);
    m_table->setServed(served);
    const auto kinds = startKinds(served);
    const bool isShown = !m_window->state().resource().gvr.resource.empty();
    if (isShown && m_started.empty() && !m_showsEarlier)
        return;
    if (!isShown && !kinds.empty())
        m_window->state().setResource(kinds.front());
    else if (!isShown && !served.empty() && m_session->pendingGroups().empty())
        m_window->state().setResource(served.front());
    // Once each, whenever its group answers: what has been left since stays so.
    for (const ResourceInfo &kind : kinds) {
        if (m_started.insert(kind.gvr).second)
            m_watches.want(kind);
    }
    if (m_session->pendingGroups().empty())
        m_writer.leaveEarlier();
}

void Workbench::sessionMoved()
{
    if (!m_coming)
        sayState(*m_session);
    if (m_session->state() != SessionState::Connected)
        return;
    if (!m_cluster.isEmpty() && m_session->cluster() != m_cluster) {
        m_kept.remember(m_provisional, m_session->cluster());
        return Q_EMIT anotherCluster();
    }
    m_cluster = m_session->cluster();
    m_control->keep(m_provisional, m_cluster);
}

/// What was there the last time, until the cluster answers.
void Workbench::showEarlier()
{
    sayNotes(); // what of it is lost
    const std::vector<ResourceInfo> kinds = m_watches.setEarlier(m_history.now());
    if (m_session->state() == SessionState::Connected)
        return resourcesKnown();
    m_navigator->setResources(kinds);
    takeBatch(WatchSet::statusesOfEarlier(m_history.now()));
    const bool isShown = !m_window->state().resource().gvr.resource.empty();
    if (isShown || kinds.empty())
        return;
    m_showsEarlier = true;
    m_window->state().setResource((startKinds(kinds).empty() ? kinds : startKinds(kinds)).front());
}

void Workbench::sayState(const ClusterSession &session)
{
    m_hasFailed = false;
    const SessionState state = session.state();
    if (state == SessionState::Connected) {
        sayConnection({}, {});
        if (std::exchange(m_isRetried, false))
            m_window->sayInPassing(sessionSentence(state, {}));
        return;
    }
    const Error &error = session.lastError();
    ConnectionWord word;
    word.sentence = sessionSentence(state, error);
    word.hasFailed = hasHappened(error);
    // Without a yes there is nothing to try, and whoever has not started the session waits for one.
    word.isRetried = state != SessionState::Idle && word.hasFailed && error.kind != ErrorKind::ConsentNeeded;
    sayConnection(word.hasFailed ? errorWords(error).what : sessionSentence(state, {}), word);
    m_window->showConnection(sessionBrief(state, error));
}

void Workbench::sayNotes()
{
    const HistorySnapshot &history = m_history.now();
    const NoteWords words =
        noteWords(m_session->notes(), m_session->failedGroups(), history.spillError(), history.losses());
    m_window->showNotes(words.brief, words.lines);
}

void Workbench::boundHistory()
{
    m_writer.setBounds(m_window->historyMenu().bounds());
    m_session->setBodyMemory(m_window->historyMenu().bodyMemory());
}

void Workbench::takeBatch(const Batch &batch)
{
    m_window->applyBatch(batch);
    m_inspector->applyBatch(batch);
    m_watches.hear(batch.statuses); // last: what it closes would be shown again by the batch
}

/// Behind all views.
void Workbench::follow()
{
    const HistorySnapshot &history = m_history.now();
    m_watches.follow(m_history);
    if (m_namespaces.follow(history))
        m_window->setKnownNamespaces(m_namespaces.names());
    if (std::exchange(m_isSpillFailing, history.spillError().has_value()) != history.spillError().has_value())
        sayNotes();
    const bool isListed = history.facets().types[std::size_t(EntryType::List)] > 0;
    if (isListed && !std::exchange(m_isFirstShown, true))
        Q_EMIT ready();
}

/// Who may not list pods of all namespaces may most likely list those of the context's own.
void Workbench::fallBackToOwnNamespace(const ResourceInfo &kind)
{
    const std::string &own = m_session->access().ns;
    const bool isOfAll = m_window->state().namespaces().empty();
    if (own.empty() || !isOfAll || kind.gvr.qualifiedName() != "pods" || std::exchange(m_hasFallenBack, true))
        return;
    m_namespaces.learn(own);
    m_window->setKnownNamespaces(m_namespaces.names());
    m_window->state().setNamespaces({own});
    Banner &note = m_window->tell([own = displayText(own)] {
        return tr("You may not list the pods of all namespaces, so this shows “%1”, the one your context names. You "
                  "can choose others above.")
            .arg(own);
    });
    connect(&m_window->state(), &WindowState::namespacesChanged, &note, &QWidget::hide);
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
        m_table->setWatches(shown, m_watches.watchesOf(resource));
}

} // namespace wk
