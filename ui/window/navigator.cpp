// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigator.h"

#include "core/session/clustersession.h"
#include "core/session/servedkinds.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/window/navigatordelegate.h"
#include "ui/words/statewords.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr int leastWidth = 128; ///< in a window however narrow: names and counts can still be read
constexpr auto TickTime = 1s;   // countdowns

} // namespace

Navigator::Navigator(WindowState &state, UiSettings &settings, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_settings(settings)
    , m_clock(clock)
    , m_model(new NavigatorModel(this))
    , m_found(new QSortFilterProxyModel(this))
    , m_search(new QLineEdit(this))
    , m_tree(new QTreeView(this))
    , m_empty(new SafeLabel(this))
    , m_counting([this](Counted counted) { takeCounted(std::move(counted)); })
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setMinimumWidth(scaled(leastWidth));
    auto *field = new QHBoxLayout;
    field->setContentsMargins(8, 4, 8, 6);
    field->addWidget(m_search);
    layout->addLayout(field);
    layout->addWidget(m_empty);
    layout->addWidget(m_tree);
    m_empty->setWordWrap(true);
    m_empty->setQuiet();
    m_empty->setMargin(scaled(measure::FirstPadding));
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_empty->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_search->addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_model->setFavourites(settings.favourites());
    buildTree();
    retranslate();
    sayWhyEmpty();
    connect(m_search, &QLineEdit::textChanged, this, &Navigator::find);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_found, change, this, &Navigator::sayWhyEmpty);
    connect(m_found, &QAbstractItemModel::modelReset, this, &Navigator::sayWhyEmpty);
    connect(&m_state, &WindowState::resourceChanged, this, &Navigator::showCurrent);
    connect(&m_state, &WindowState::namespacesChanged, this, &Navigator::namespacesChanged);
    connect(&m_state, &WindowState::pausedChanged, this, [this] {
        m_model->setPaused(m_state.isPaused());
        refreshAll();
    });
    namespacesChanged();
}

void Navigator::buildTree()
{
    m_found->setSourceModel(m_model);
    m_found->setRecursiveFilteringEnabled(true);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_found->setFilterRole(NavigatorModel::SearchRole);
    m_tree->setModel(m_found);
    m_tree->setItemDelegate(new NavigatorDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->viewport()->setAutoFillBackground(false);
    m_tree->setIndentation(0);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setExpandsOnDoubleClick(false);
    connect(m_tree, &QTreeView::clicked, this, &Navigator::choose);
    connect(m_tree, &QTreeView::activated, this, &Navigator::choose);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &Navigator::showMenu);
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex &index) { rememberExpanded(index, true); });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex &index) { rememberExpanded(index, false); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        expandAsRemembered();
        showCurrent();
    });
}

void Navigator::retranslate()
{
    m_search->setPlaceholderText(tr("Find a kind"));
    m_search->setAccessibleName(tr("Find a kind"));
    m_tree->setAccessibleName(tr("Kinds of objects"));
}

QString Navigator::emptyText() const
{
    if (m_found->rowCount() > 0)
        return {};
    if (m_model->rowCount() > 0)
        return tr("No kind is called “%1”. A kind that was just added to the cluster appears within two minutes.")
            .arg(m_search->text().trimmed());
    return m_connection.isEmpty() ? tr("The kinds that the cluster serves will appear here.")
                                  : tr("There is no cluster to show. %1").arg(m_connection);
}

void Navigator::sayWhyEmpty()
{
    const QString text = emptyText();
    m_empty->setText(text);
    m_empty->setVisible(!text.isEmpty());
    m_tree->setVisible(text.isEmpty());
}

void Navigator::setConnection(const QString &sentence)
{
    m_connection = sentence;
    m_model->setConnected(sentence.isEmpty());
    sayWhyEmpty();
}

void Navigator::listenTo(const std::vector<ClusterSession *> &sessions)
{
    for (ClusterSession *before : this->sessions())
        before->disconnect(this);
    m_sessions.assign(sessions.begin(), sessions.end());
    for (ClusterSession *session : sessions) {
        connect(session, &ClusterSession::resourcesChanged, this, &Navigator::takeServed);
        connect(session, &ClusterSession::batchReady, this, &Navigator::applyBatch);
        connect(session, &ClusterSession::counted, this, &Navigator::counted);
    }
    if (!sessions.empty())
        takeServed();
}

/// Those that are still there.
std::vector<ClusterSession *> Navigator::sessions() const
{
    std::vector<ClusterSession *> sessions;
    for (const auto &session : m_sessions) {
        if (session)
            sessions.push_back(session);
    }
    return sessions;
}

void Navigator::takeServed()
{
    const std::vector<ClusterSession *> sessions = this->sessions();
    setResources(servedByAny({sessions.begin(), sessions.end()}));
}

void Navigator::setResources(const std::vector<ResourceInfo> &resources)
{
    m_model->setResources(resources);
    if (isVisible())
        askNext();
}

void Navigator::applyBatch(const Batch &batch)
{
    const bool isFrozen = m_state.isPaused(); // as the table beside it; how the watches fare is told all the same
    for (const WatchStatus &status : batch.statuses) {
        const WatchScope *scope = m_state.scopeOf(status.watch);
        if (!scope)
            continue;
        const GroupVersionResource resource = scope->resource.gvr;
        m_counts.heard(status, *scope, m_state.clusters().numberOf(status.watch));
        if (status.state == WatchState::NotAllowed && status.error)
            m_model->setCount(resource, *status.error);
        m_states.heard(status, resource);
        if (!isFrozen)
            refreshWatched(resource);
        sayState(resource);
    }
}

void Navigator::forgetWatch(WatchId watch)
{
    m_counts.forget(watch);
    m_states.forget(watch);
    if (const WatchScope *scope = m_state.scopeOf(watch)) {
        refreshWatched(scope->resource.gvr);
        sayState(scope->resource.gvr);
    }
}

void Navigator::sayState(const GroupVersionResource &kind)
{
    m_model->setState(kind, m_states.worst(kind), m_clock.wallNow());
}

void Navigator::tick()
{
    for (const GroupVersionResource &kind : m_states.needingAttention())
        sayState(kind);
    m_nextTick = m_clock.after(TickTime, [this] { tick(); });
}

void Navigator::find(const QString &text)
{
    m_found->setFilterFixedString(text.trimmed());
    sayWhyEmpty();
    const QScopedValueRollback<bool> restoring(m_restoring, true);
    if (text.trimmed().isEmpty())
        expandAsRemembered();
    else
        m_tree->expandAll();
    if (isVisible())
        askNext();
}

void Navigator::expandAsRemembered()
{
    const QScopedValueRollback<bool> restoring(m_restoring, true);
    m_tree->expandAll();
    const QStringList closed = m_settings.closedGroups();
    for (int row = 0; row < m_found->rowCount(); ++row) {
        const QModelIndex group = m_found->index(row, 0);
        if (closed.contains(QString::number(group.data(NavigatorModel::GroupRole).toInt())))
            m_tree->collapse(group);
    }
}

void Navigator::rememberExpanded(const QModelIndex &index, bool expanded)
{
    if (m_restoring || index.data(NavigatorModel::NodeRole).toInt() != int(NavigatorModel::NodeKind::Group))
        return;
    const QString group = QString::number(index.data(NavigatorModel::GroupRole).toInt());
    QStringList closed = m_settings.closedGroups();
    closed.removeAll(group);
    if (!expanded)
        closed << group;
    m_settings.setClosedGroups(closed);
    if (expanded && isVisible())
        askNext();
}

/// The kind whose table is shown is the current row; among the favourites only when it was chosen there.
void Navigator::showCurrent()
{
    const QModelIndex current = m_found->mapToSource(m_tree->currentIndex());
    const ResourceInfo *chosen = m_model->resourceAt(current);
    if (chosen && chosen->gvr == m_state.resource().gvr)
        return;
    const QModelIndex row = m_found->mapFromSource(m_model->indexOf(m_state.resource().gvr));
    m_tree->setCurrentIndex(row);
    if (row.isValid())
        m_tree->scrollTo(row);
}

void Navigator::choose(const QModelIndex &index)
{
    if (const ResourceInfo *resource = m_model->resourceAt(m_found->mapToSource(index))) {
        Q_EMIT kindChosen(*resource);
        return;
    }
    m_tree->setExpanded(index, !m_tree->isExpanded(index));
    showCurrent();
}

void Navigator::showMenu(const QPoint &position)
{
    const QModelIndex index = m_tree->indexAt(position);
    const ResourceInfo *resource = m_model->resourceAt(m_found->mapToSource(index));
    if (!resource)
        return;
    const QString name = index.data(NavigatorModel::NameRole).toString();
    const ResourceInfo kind = *resource;
    QMenu menu(this);
    menu.addAction(tr("Show its table"), this, [this, kind] { Q_EMIT kindChosen(kind); });
    const WatchStatus *worst = m_states.worst(kind.gvr);
    if (worst && canRetry(*worst))
        menu.addAction(worst->state == WatchState::Polled ? tr("Look now") : tr("Retry now"), this,
                       [this, watch = worst->watch] { Q_EMIT retryAsked(watch); });
    const bool isFavourite = m_model->favourites().contains(name);
    menu.addAction(isFavourite ? tr("Remove from favourites") : tr("Add to favourites"), this,
                   [this, name] { toggleFavourite(name); });
    menu.exec(m_tree->viewport()->mapToGlobal(position));
    showCurrent(); // the press has made another row current
}

void Navigator::toggleFavourite(const QString &name)
{
    QStringList names = m_model->favourites();
    if (names.removeAll(name) == 0)
        names << name;
    m_model->setFavourites(names);
    m_settings.setFavourites(names);
}

/// From the search field: down goes into the list, Enter takes the first kind found, Escape clears.
bool Navigator::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    if (key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    QModelIndex first = m_found->index(0, 0);
    while (first.isValid() && !m_model->resourceAt(m_found->mapToSource(first)))
        first = m_tree->indexBelow(first);
    if (key != Qt::Key_Down && first.isValid())
        choose(first);
    m_tree->setFocus();
    m_tree->setCurrentIndex(first);
    return true;
}

void Navigator::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), tokens(palette()).panel);
}

void Navigator::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askNext();
    tick();
}

void Navigator::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_nextAsk.cancel();
    m_nextTick.cancel();
}

void Navigator::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_model->retranslate();
    for (const ResourceInfo &resource : m_model->resources())
        sayState(resource.gvr);
    sayWhyEmpty();
}

} // namespace wk
