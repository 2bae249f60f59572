// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/models/timetravel.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/models/watchwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/theme.h"
#include "ui/style/whentranslated.h"
#include "ui/window/banner.h"
#include "ui/window/dockroom.h"
#include "ui/window/docktitle.h"
#include "ui/window/dockwidth.h"
#include "ui/window/filterbox.h"
#include "ui/window/filterrow.h"
#include "ui/window/onlychosenaction.h"
#include "ui/window/pastbanner.h"
#include "ui/window/statusline.h"
#include "ui/window/timestrip.h"
#include "ui/window/toolrow.h"

#include <QAbstractButton>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>
#include <QScreen>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace wk {

namespace {

constexpr std::chrono::milliseconds tickEvery{1000};
constexpr std::chrono::milliseconds saidInPassing{4000};
constexpr QSize firstSize{1440, 900};
constexpr int frameWidth = 8; ///< what a window manager puts around, as far as one can guess
constexpr int frameHeight = 36;

} // namespace

MainWindow::MainWindow(const WindowContext &context, QWidget *parent)
    : QMainWindow(parent)
    , m_context(context)
    , m_state(nullptr)
{
    setContextMenuPolicy(Qt::NoContextMenu);
    setDockNestingEnabled(true);
    setAnimated(false); // panels come and go at once, as everything but tints does
    buildTop();
    buildDocks();
    buildMenu();
    buildKeys();
    connect(&m_state, &WindowState::pausedChanged, this, &MainWindow::pauseChanged);
    connect(&m_state, &WindowState::selectionChanged, this, &MainWindow::sayResult);
    connect(&m_state, &WindowState::clustersChanged, this,
            [this] { m_status->setTellsVersion(!m_state.clusters().areSeveral()); });
    const QSize room = screen()->availableSize() - QSize(scaled(frameWidth), scaled(frameHeight));
    resize(QSize(scaled(firstSize.width()), scaled(firstSize.height())).boundedTo(room));
    restoreGeometry(m_context.settings.windowGeometry());
    restore();
    whenTranslated(this, [this] {
        sayTitle();
        viewChanged();
    });
    tick();
}

void MainWindow::buildTop()
{
    auto *top = new QWidget(this);
    auto *column = new QVBoxLayout(top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tools = new ToolRow(m_state, top);
    m_filterRow = new FilterRow(m_state, m_context.clock, top);
    column->addWidget(m_tools);
    column->addWidget(m_filterRow);
    setMenuWidget(top);
    connect(m_tools, &ToolRow::clustersChosen, this, &MainWindow::clustersChosen);
    connect(m_tools, &ToolRow::clustersAsked, this, &MainWindow::clustersAsked);
    connect(m_tools, &ToolRow::lookChosen, this, &MainWindow::lookChosen);
    connect(m_tools, &ToolRow::recordAsked, this, &MainWindow::recordAsked);

    auto *middle = new QWidget(this);
    auto *views = new QVBoxLayout(middle);
    views->setContentsMargins(0, 0, 0, 0);
    views->setSpacing(0);
    m_tabs = new QTabWidget(middle);
    views->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(true);
    m_tabs->tabBar()->setUsesScrollButtons(true);
    setCentralWidget(middle);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::viewChanged);
    connect(m_tabs, &QTabWidget::tabBarClicked, this, &MainWindow::focusView);
    connect(&m_tools->filterBox(), &FilterBox::left, this, [this] {
        if (QWidget *view = m_tabs->currentWidget())
            view->setFocus();
    });

    m_status = new StatusLine(this);
    auto *bar = new QStatusBar(this);
    bar->setSizeGripEnabled(false);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(m_status, 1);
    setStatusBar(bar);
    bar->layout()->setContentsMargins(0, 0, 0, 0);
    bar->setFixedHeight(scaled(measure::StatusBar));
    connect(m_status, &StatusLine::watchesClicked, this, &MainWindow::watchesAsked);
    connect(m_status, &StatusLine::worstClicked, this, &MainWindow::watchAsked);
}

QDockWidget *MainWindow::dock(const QString &name, Qt::DockWidgetArea area)
{
    auto *made = new QDockWidget(this);
    made->setObjectName(name);
    addDockWidget(area, made);
    return made;
}

void MainWindow::buildDocks()
{
    m_navigator = dock(QStringLiteral("navigator"), Qt::LeftDockWidgetArea);
    m_navigator->setTitleBarWidget(new DockTitle(m_navigator));
    m_inspector = dock(QStringLiteral("inspector"), Qt::RightDockWidgetArea);
    m_inspectorTitle = new DockTitle(m_inspector);
    m_inspector->setTitleBarWidget(m_inspectorTitle);
    m_stripDock = dock(QStringLiteral("timestrip"), Qt::BottomDockWidgetArea);
    m_stripDock->setTitleBarWidget(new QWidget(m_stripDock));
    m_stripDock->setFeatures(QDockWidget::DockWidgetClosable);
    m_strip = new TimeStrip(m_state, m_context.clock, m_stripDock);
    m_strip->setFixedHeight(scaled(measure::TimeStrip));
    m_stripDock->setWidget(m_strip);
    whenTranslated(this, [this] {
        m_navigator->setWindowTitle(tr("Navigator"));
        m_inspector->setWindowTitle(tr("Inspector"));
        m_stripDock->setWindowTitle(tr("Time strip"));
    });
    new DockWidth(*this, *m_navigator);
    new DockWidth(*this, *m_inspector);
    m_docks = new DockRoom(*this, {m_inspector, m_navigator});
    // A dock without content is not there.
    m_navigator->hide();
    m_inspector->hide();
}

MainWindow::~MainWindow()
{
    // QWidget's destructor would take the views when the state and the lists that they speak to are gone already.
    // Each gets its filter bar back before.
    m_filterRow->setView(nullptr);
    delete m_tabs;
}

QMenu &MainWindow::programMenu()
{
    return m_tools->menu();
}

void MainWindow::addView(View *view)
{
    m_views.push_back(view);
    m_tabs->addTab(view, view->title());
    connect(view, &View::titleChanged, this,
            [this, view] { m_tabs->setTabText(m_tabs->indexOf(view), view->title()); });
    connect(view, &View::resultChanged, this, [this, view] {
        if (view == currentView())
            sayResult();
    });
    connect(view, &QObject::destroyed, this, [this, view] { std::erase(m_views, view); });
}

void MainWindow::showView(View *view)
{
    m_tabs->setCurrentWidget(view);
}

View *MainWindow::currentView() const
{
    return qobject_cast<View *>(m_tabs->currentWidget());
}

void MainWindow::sayTitle()
{
    QStringList words;
    for (const QString &name : std::as_const(m_clusters.current))
        words << m_clusters.withUser(name, m_clusters.wordOf(name));
    words.removeAll(QString());
    const QString cluster = displayText(words.join(QStringLiteral(", ")).toStdString());
    const QString name = words.isEmpty() ? tr("Watchkeeper") : tr("%1 – Watchkeeper").arg(cluster);
    const std::optional<Moment> &moment = m_state.playhead();
    setWindowTitle(moment ? tr("As of %1 – %2", "a time, the title")
                                .arg(format::moment(moment->time, m_context.clock.wallNow()), name)
                          : name);
    m_tabs->setAccessibleName(tr("Views"));
}

void MainWindow::warnOfUncheckedServers(const QStringList &clusters)
{
    delete m_uncheckedServer.data();
    if (clusters.isEmpty())
        return;
    const auto words = [names = displayText(clusters.join(QStringLiteral(", ")).toStdString())] {
        return names.isEmpty() ? tr("Certificate checks are off for this cluster: someone else may be answering.")
                               : tr("Certificate checks are off for %1: someone else may be answering.").arg(names);
    };
    m_uncheckedServer = new Banner(Banner::Kind::Danger, words, menuWidget());
    addBar(m_uncheckedServer);
}

Banner &MainWindow::tell(std::function<QString()> words)
{
    auto *note = new Banner(Banner::Kind::Note, std::move(words), menuWidget());
    addBar(note);
    return *note;
}

void MainWindow::addBar(QWidget *bar)
{
    menuWidget()->layout()->addWidget(bar);
}

void MainWindow::setKnownNamespaces(const QStringList &names)
{
    m_tools->setKnownNamespaces(names);
}

void MainWindow::setSeenValues(SeenValues seen)
{
    m_tools->filterBox().setSeenValues(std::move(seen));
}

void MainWindow::applyBatch(const Batch &batch)
{
    const Standing before = m_figures.standing();
    m_figures.hear(batch.statuses);
    if (m_figures.standing() != before)
        sayStanding();
    if (m_state.isPaused())
        return m_heldBack.add(batch.statuses);
    for (View *view : m_views)
        view->applyBatch(batch);
}

void MainWindow::pauseChanged()
{
    m_strip->update();
    if (m_history)
        m_history->setPaused(m_state.isPaused());
    if (m_state.isPaused())
        return;
    m_tools->setWaiting(0);
    const Batch held = m_heldBack.take();
    for (View *view : m_views)
        view->applyBatch(held);
}

void MainWindow::showConnection(const QString &sentence, bool isAny)
{
    m_isConnected = sentence.isEmpty() || isAny;
    m_status->showConnection(sentence);
    sayStanding();
}

void MainWindow::sayInPassing(const QString &sentence)
{
    m_status->showPassing(sentence);
    m_passed = m_context.clock.after(saidInPassing, [this] { m_status->showPassing({}); });
}

void MainWindow::showNotes(const QString &brief, const QStringList &lines)
{
    m_status->showNotes(brief, lines);
}

void MainWindow::forgetWatch(WatchId watch)
{
    m_figures.forget(watch);
    sayStanding();
    m_heldBack.forget(watch);
}

void MainWindow::viewChanged()
{
    m_filterRow->setView(currentView());
    offerExport();
    sayResult();
    placeInspector();
}

/// What had the keys there last has them again, as soon as the tab is the current one. Else the tab widget gives them
/// to whatever comes first.
void MainWindow::focusView(int tab)
{
    QWidget *view = m_tabs->widget(tab);
    if (!view)
        return;
    const auto focus = [view, last = QPointer(view->focusWidget())] {
        (last && last->isVisible() ? last.data() : view)->setFocus();
    };
    QMetaObject::invokeMethod(view, focus, Qt::QueuedConnection);
}

void MainWindow::sayResult()
{
    m_filterRow->sayResult();
    const View *view = currentView();
    const QString shown = view ? view->resultText() : QString();
    const int count = view ? view->selectedCount() : 0;
    const QString selected = count > 0 ? tr("%n selected", nullptr, count) : QString();
    m_status->showResult(shown.isEmpty() || selected.isEmpty() ? QString(shown + selected)
                                                               : shown + QStringLiteral(" · ") + selected);
}

/// Whatever says how the watches stand says the same of them: at once, and while time goes by.
void MainWindow::sayStanding()
{
    Standing standing = m_figures.standing();
    standing.isConnected = m_isConnected;
    m_strip->setStanding(standing);
    const WallTime now = m_context.clock.wallNow();
    m_status->show(m_figures, now);
    // Without a connection none fares better than another: the room is for why, and what to try.
    const WatchStatus *worst = m_isConnected ? m_figures.worst() : nullptr;
    m_status->showWorst(worst, worst ? nameOf(worst->watch) : QString(), now);
}

/// With its cluster where there are several.
QString MainWindow::nameOf(WatchId watch) const
{
    const QString name = watchName(m_state.scopeOf(watch));
    return m_state.clusters().areSeveral()
               ? tr("%1, %2", "a cluster, a watch").arg(displayText(m_state.clusters().nameOf(watch)), name)
               : name;
}

void MainWindow::tick()
{
    sayStanding();
    m_strip->tick();
    if (m_past)
        m_past->tick();
    m_status->showMemory(m_context.memory ? m_context.memory() : 0, m_figures.memoryBytes());
    m_tick = m_context.clock.after(tickEvery, [this] { tick(); });
}

/// The keys are the view's from the beginning.
void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (View *view = currentView(); view && !focusWidget())
        view->setFocus();
}

bool MainWindow::event(QEvent *event)
{
    // Space belongs to the button that has the focus before it belongs to Pause.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const QWidget *focus = focusWidget();
        if (key->key() == Qt::Key_Space &&
            (qobject_cast<const QAbstractButton *>(focus) || qobject_cast<const QComboBox *>(focus))) {
            event->accept();
            return true;
        }
    }
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    remember();
    QMainWindow::closeEvent(event);
}

} // namespace wk
