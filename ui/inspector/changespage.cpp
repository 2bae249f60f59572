// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/changespage.h"

#include "core/history/rows/historyfeed.h"
#include "ui/code/codepane.h"
#include "ui/code/codeview.h"
#include "ui/code/diffcopy.h"
#include "ui/inspector/revisionladder.h"
#include "ui/inspector/revisionnarrowing.h"
#include "ui/inspector/sidesview.h"
#include "ui/models/writermenu.h"
#include "ui/style/errorwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr int RungsShown = 5;
constexpr auto ReadPause = 250ms;

} // namespace

ChangesPage::ChangesPage(WindowState &state, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
    , m_model(new RevisionsModel(clock, this))
    , m_narrowing(new RevisionNarrowing(*m_model, this))
    , m_parts(new QSplitter(Qt::Vertical, this))
    , m_ladder(new RevisionLadder(m_parts))
    , m_facts(new ElidedLabel(Qt::ElideRight, this))
    , m_older(new QToolButton(this))
    , m_newer(new QToolButton(this))
    , m_split(new QToolButton(this))
    , m_quiet(new QToolButton(this))
    , m_copy(new QToolButton(this))
    , m_copies(new DiffCopy(this))
    , m_unified(new CodePane(this))
    , m_sides(new SidesView(this))
    , m_describing([this](std::vector<Revision> revisions) { take(std::move(revisions)); })
    , m_reading([this](Reading reading) { showReading(std::move(reading)); })
{
    buildLadder();
    m_copies->serve(*m_unified->view());
    connect(m_unified->view(), &CodeView::menuOpened, this,
            [this](QMenu *menu, const std::string &writer) { offerOnlyWriter(*menu, m_state, writer); });
    for (CodeView *view : m_sides->views())
        m_copies->serve(*view);
    m_parts->setChildrenCollapsible(false);
    auto *diff = new QWidget(m_parts);
    auto *diffColumn = new QVBoxLayout(diff);
    diffColumn->setContentsMargins(0, 0, 0, 0);
    diffColumn->addWidget(m_unified, 1);
    diffColumn->addWidget(m_sides, 1);
    m_parts->addWidget(m_ladder);
    m_parts->addWidget(diff);
    m_parts->setStretchFactor(1, 1);
    connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isDividedByHand = true; });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTools());
    column->addWidget(m_narrowing);
    column->addWidget(m_parts, 1);
    new QShortcut(Qt::Key_BracketLeft, this, this, &ChangesPage::stepOlder);
    new QShortcut(Qt::Key_BracketRight, this, this, &ChangesPage::stepNewer);
    connect(&state, &WindowState::selectionChanged, this, &ChangesPage::selectionChanged);
    connect(&state, &WindowState::playheadChanged, this, &ChangesPage::followMoment);
    connect(&state, &WindowState::chosenEventChanged, this, &ChangesPage::followMoment);
    placeDiff();
    retranslate();
    selectionChanged();
}

ChangesPage::~ChangesPage() = default;

void ChangesPage::buildLadder()
{
    m_ladder->setModel(m_model);
    connect(m_ladder->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ChangesPage::chosen);
    connect(m_ladder, &RevisionLadder::menuWanted, this, &ChangesPage::showMenu);
    connect(m_ladder, &RevisionLadder::left, this, &ChangesPage::showNewest);
    connect(m_ladder->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        m_isAhead = m_isAhead && m_isStanding;
        if (value == m_ladder->verticalScrollBar()->maximum())
            wantOlder();
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_model, signal, this, &ChangesPage::divide);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ChangesPage::divide);
}

QWidget *ChangesPage::buildTools()
{
    auto *tools = new QWidget(this);
    auto *row = new QHBoxLayout(tools);
    row->setContentsMargins(scaled(measure::FirstPadding), scaled(2), scaled(8), scaled(2));
    row->setSpacing(scaled(measure::Grid));
    row->addWidget(m_facts, 1);
    m_older->setText(QStringLiteral("["));
    m_newer->setText(QStringLiteral("]"));
    m_split->setIcon(icon(Icon::Split));
    m_quiet->setIcon(icon(Icon::Eye));
    m_quiet->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setIcon(icon(Icon::Copy));
    for (QToolButton *button : {m_split, m_quiet})
        button->setCheckable(true);
    for (QToolButton *button : {m_quiet, m_narrowing->button(), m_split, m_copy, m_older, m_newer}) {
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    connect(m_older, &QToolButton::clicked, this, &ChangesPage::stepOlder);
    connect(m_newer, &QToolButton::clicked, this, &ChangesPage::stepNewer);
    connect(m_split, &QToolButton::toggled, this, &ChangesPage::placeDiff);
    connect(m_quiet, &QToolButton::toggled, this, &ChangesPage::showQuiet);
    connect(m_narrowing, &RevisionNarrowing::asked, this, &ChangesPage::narrow);
    connect(m_copy, &QToolButton::clicked, m_copies->unified(), &QAction::trigger);
    m_copy->setMenu(new QMenu(m_copy));
    m_copy->menu()->addActions({m_copies->unified(), m_copies->patch()});
    m_copy->setPopupMode(QToolButton::MenuButtonPopup);
    return tools;
}

CodeView *ChangesPage::diffView() const
{
    return m_unified->view();
}

void ChangesPage::placeDiff()
{
    m_unified->setVisible(!m_split->isChecked());
    m_sides->setVisible(m_split->isChecked());
}

void ChangesPage::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    read();
}

void ChangesPage::selectionChanged()
{
    m_most = RevisionsShown;
    m_model->setNarrowing({m_model->narrowing().specOnly, {}}); // others write another object
    say(m_state.selection().isEmpty() ? tr("Nothing is selected.") : QString());
    followMoment();
}

/// To what a chosen event made, else to what was the newest then.
void ChangesPage::followMoment()
{
    m_wanted = m_state.chosenEvent();
    m_isFollowing = true;
    read();
}

void ChangesPage::follow()
{
    if (std::exchange(m_isSoon, true))
        return;
    m_soon = m_clock.after(ReadPause, [this] {
        m_isSoon = false;
        read();
    });
}

void ChangesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        read();
}

/// A rung is as high as its width asks for.
void ChangesPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    Q_EMIT m_ladder->itemDelegate()->sizeHintChanged({});
    divide();
}

/// A few rungs, or as many as there are, and the larger part for the diff; unless somebody has said otherwise.
void ChangesPage::divide()
{
    if (m_isDividedByHand || m_isStanding)
        return;
    layout()->activate();
    const int room = m_parts->height();
    const int most = std::min(scaled(RungsShown * 2 * measure::Row), room * 9 / 20);
    const int rungs = std::min(m_model->rowCount() * m_ladder->sizeHintForRow(0), most);
    m_parts->setSizes({rungs, room - rungs});
}

/// Looks for the revisions that are held.
void ChangesPage::read()
{
    m_isStale = !isVisible() || !m_history;
    if (m_isStale || m_state.selection().isEmpty())
        return;
    const std::optional<Moment> &moment = m_state.playhead();
    const RevisionsWanted wanted{moment ? std::optional(moment->upTo) : std::nullopt, oldestKept(), m_most};
    std::vector<Revision> revisions =
        newestRevisions(m_history->now(), m_state.selection(), wanted, m_model->revisions());
    if (revisions.empty())
        return say(absence());
    m_describing.run(
        [revisions = std::move(revisions), known = m_model->revisions()] { return described(revisions, known); });
}

/// Why there is no revision. What was created only later is told from what was not seen.
QString ChangesPage::absence() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        return tr("No revision of this object is kept.");
    const QString then = format::moment(moment->time, m_clock.wallNow());
    const std::vector<LifeRevision> latest = latestLife(m_history->now(), m_state.selection(), {}, 1);
    const bool cameLater = !latest.empty() && latest.back().object->created > moment->time;
    return cameLater ? tr("The object did not exist yet at %1.").arg(then)
                     : tr("No revision of this object from before %1 is kept.").arg(then);
}

void ChangesPage::say(const QString &sentence)
{
    m_describing.forget();
    m_reading.forget();
    m_from.reset();
    m_to.reset();
    m_shown = {};
    m_isFollowing = true;
    m_isReadingOlder = m_isSteppingOlder = false;
    m_model->setRevisions({});
    setDocuments(nullptr, {}, sentence);
    showFacts();
}

void ChangesPage::setDocuments(const CodeDocumentPtr &diff, const DiffSides &sides, const QString &placeholder)
{
    m_unified->view()->setPlaceholder(placeholder);
    m_unified->view()->setDocument(diff);
    m_sides->setSides(sides, placeholder);
}

void ChangesPage::compareChosen()
{
    m_model->setCompared(m_from, m_to);
    showFacts();
    if (m_to && !m_from && m_model->hasOlder())
        return wantOlder(); // it is not the first one: what it changed is to be shown
    if (!m_to || (m_shown.from == m_from && m_shown.to == m_to && m_shown.diff.document))
        return;
    m_reading.run([steps = m_model->steps(m_from.value_or(*m_to), *m_to)] { return compared(steps); });
}

ChangesPage::Reading ChangesPage::compared(const std::vector<Revision> &steps)
{
    Reading reading;
    if (steps.empty())
        return reading;
    const bool isFirst = steps.size() == 1;
    if (!isFirst)
        reading.from = steps.front().of.row;
    reading.to = steps.back().of.row;
    if (isFirst && steps.back().of.type == EntryType::Deleted)
        return reading;
    const LifeRevision &first = steps.front().of;
    Result<DiffText> diff =
        isFirst ? firstRevisionText(first.object->body.object(), isBirth(first.type, first.origin)) : stepsDiff(steps);
    if (!diff) {
        reading.error = diff.error();
        return reading;
    }
    reading.sides = sidesOf(*diff->document);
    reading.diff = *std::move(diff);
    return reading;
}

void ChangesPage::showReading(Reading reading)
{
    if (reading.from != m_from || reading.to != m_to)
        return;
    m_shown = std::move(reading);
    const auto steps = m_shown.to ? m_model->steps(*m_shown.to, *m_shown.to) : std::vector<Revision>();
    const bool isBare = !steps.empty() && steps.back().of.object->body.isNull();
    const bool isGone = !steps.empty() && steps.back().of.type == EntryType::Deleted;
    const QString nothing = isGone ? tr("The object was deleted. Its last state is the one before.")
                                   : tr("Only the object's version and the ownership of its fields differ.");
    const QString sentence =
        isBare ? tr("The content of this object is never fetched; only its name, labels and times are known.")
        : isGone && !m_shown.from ? tr("The object is gone. Its last state is under YAML.")
        : m_shown.diff.document   ? nothing
                                  : errorWords(m_shown.error).sentence();
    if (m_shown.diff.document && !m_shown.diff.document->lines.empty())
        setDocuments(m_shown.diff.document, m_shown.sides, {});
    else
        setDocuments(nullptr, {}, sentence);
    showFacts();
}

void ChangesPage::showFacts()
{
    const auto numberOf = [this](const std::optional<RowId> &revision) {
        const auto steps = revision ? m_model->steps(*revision, *revision) : std::vector<Revision>();
        return steps.empty() ? format::none() : QString::number(steps.front().number);
    };
    QString facts;
    if (m_to)
        facts = tr("%1 → %2", "two revisions").arg(numberOf(m_from), numberOf(m_to));
    if (m_shown.diff.added > 0 || m_shown.diff.removed > 0)
        facts += QStringLiteral("   +%1 −%2").arg(m_shown.diff.added).arg(m_shown.diff.removed);
    m_facts->setText(facts);
    if (m_shown.diff.document) {
        QString newer = numberOf(m_shown.to);
        if (!m_shown.sides.writers.isEmpty())
            newer += QStringLiteral(" · ") + m_shown.sides.writers.join(QStringLiteral(", "));
        m_sides->setHeads(numberOf(m_shown.from), newer);
    } else {
        m_sides->setHeads({}, {});
    }
    const int at = m_to ? m_model->rowOf(*m_to) : -1;
    m_newer->setEnabled(at > 0);
    m_older->setEnabled(at >= 0 && (at + 1 < m_model->rowCount() || m_model->hasOlder()));
    offerCopies();
    m_narrowing->refresh();
    m_quiet->setVisible(m_model->quietCount() > 0);
    m_quiet->setText(tr("%n routine", "revisions that only say that somebody is still there", m_model->quietCount()));
}

/// What is compared; nothing while the revision before is still to be read.
void ChangesPage::offerCopies()
{
    const auto objectOf = [this](const std::optional<RowId> &revision) {
        const auto steps = revision ? m_model->steps(*revision, *revision) : std::vector<Revision>();
        return steps.empty() ? ObjectPtr() : steps.front().of.object;
    };
    const bool isWhole = m_to && (m_from || !m_model->hasOlder());
    m_copies->setRevisions(objectOf(m_from), isWhole ? objectOf(m_to) : ObjectPtr());
    m_copy->setEnabled(m_copies->unified()->isEnabled());
}

bool ChangesPage::find()
{
    m_split->setChecked(false);
    m_unified->find();
    return true;
}

void ChangesPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ChangesPage::retranslate()
{
    m_ladder->setAccessibleName(tr("Revisions of the object, newest first"));
    m_unified->view()->setAccessibleName(tr("What differs between two revisions"));
    m_older->setAccessibleName(tr("Older revision"));
    m_older->setToolTip(safeToolTip(tr("Older revision ([)")));
    m_newer->setAccessibleName(tr("Newer revision"));
    m_newer->setToolTip(safeToolTip(tr("Newer revision (])")));
    m_split->setAccessibleName(tr("Side by side"));
    m_split->setToolTip(safeToolTip(tr("Side by side")));
    m_quiet->setToolTip(safeToolTip(tr("Show revisions that only renew a time or change field ownership")));
    m_copy->setAccessibleName(m_copies->unified()->text());
    m_copy->setToolTip(safeToolTip(m_copies->unified()->text()));
    showFacts();
}

} // namespace wk
