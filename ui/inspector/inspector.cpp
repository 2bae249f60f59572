// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include "core/json/yamlwriter.h"
#include "ui/code/codeview.h"
#include "ui/code/panebar.h"
#include "ui/code/yamldocument.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/inspectorheader.h"
#include "ui/inspector/lifepage.h"
#include "ui/inspector/occurrencespage.h"
#include "ui/inspector/selectionsteps.h"
#include "ui/inspector/summaryfacts.h"
#include "ui/inspector/yamlpage.h"
#include "ui/models/pastkind.h"
#include "ui/models/writermenu.h"
#include "ui/style/errorwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/words/statewords.h"

#include <QEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

Inspector::Inspector(WindowState &state, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_navigation(new SelectionSteps(state, this))
    , m_header(new InspectorHeader(this))
    , m_bar(new PaneBar(Qt::ElideLeft, this))
    , m_tabs(m_bar->tabs())
    , m_pages(new QStackedWidget(this))
    , m_summary(new FactsView(m_pages))
    , m_yaml(new YamlPage(m_pages))
    , m_changes(new ChangesPage(state, clock, m_pages))
    , m_events(new OccurrencesPage(state, clock, m_pages))
    , m_reading([this](Reading reading) { showReading(std::move(reading)); })
{
    m_navigation->hide();
    buildPages();
    connect(&state, &WindowState::selectionChanged, this, &Inspector::selectionChanged);
    retranslate();
    selectionChanged();
    tick();
}

Inspector::~Inspector() = default;

QWidget *Inspector::navigation() const
{
    return m_navigation;
}

void Inspector::buildPages()
{
    for (int page = SummaryPage; page <= EventsPage; ++page)
        m_tabs->addTab(QString());
    m_pages->addWidget(m_summary);
    m_pages->addWidget(m_yaml);
    m_pages->addWidget(m_changes);
    m_pages->addWidget(m_events);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_bar);
    column->addWidget(m_pages, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_events, &OccurrencesPage::counted, this,
            [this](int count) { m_tabs->setTabCount(EventsPage, count > 0 ? count : -1); });
    connect(m_yaml, &YamlPage::blameAsked, this, &Inspector::ask);
    connect(m_yaml->view(), &CodeView::menuOpened, this,
            [this](QMenu *menu, const std::string &writer) { offerOnlyWriter(*menu, m_state, writer); });
    connect(m_changes, &ChangesPage::momentAsked, this, &Inspector::momentAsked);
    connect(m_summary, &FactsView::linkFollowed, &m_state, &WindowState::select);
    connect(m_summary, &FactsView::filterAsked, &m_state, &WindowState::addFilterTerm);
}

void Inspector::setHistory(const HistoryFeed &history)
{
    m_changes->setHistory(history);
    m_events->setHistory(history);
    m_history = &history;
    connect(&history, &HistoryFeed::moved, this, &Inspector::follow);
    followTime();
    m_life = new LifePage(history, m_state, m_clock, m_pages);
    m_pages->addWidget(m_life);
    m_life->setKind(resourceOfSelection().kind);
    m_tabs->addTab(QString());
    retranslate();
    follow();
}

void Inspector::setResources(std::vector<ResourceInfo> resources)
{
    m_resources = std::move(resources);
    showKind();
    showSummary();
}

/// By which Events know the object.
void Inspector::showKind()
{
    const std::string kind = resourceOfSelection().kind;
    m_events->setSubject(kind);
    if (m_life)
        m_life->setKind(kind);
}

void Inspector::selectionChanged()
{
    m_isOtherObject = true;
    m_known.reset();
    refresh();
    showKind();
    showChangeCount();
}

void Inspector::refresh()
{
    const ObjectRef &selected = m_state.selection();
    if (selected.isEmpty())
        return showNothing(tr("Nothing is selected. Choose an object in a table, in the stream or in the timeline."));
    const WatchId watch = watchFor(selected, openWatches());
    m_known = lookUp();
    if (!m_known)
        return showNothing(absenceSentence(watch),
                           isSeenNoMore(watch) ? tr("No longer watched: Changes and Life still show what was seen.")
                                               : QString());
    m_tabs->setEnabled(true);
    showTitle();
    if (m_shown.object != m_known->object)
        ask();
}

void Inspector::ask()
{
    if (!m_known)
        return;
    Question question{.object = m_known->object,
                      .isEvent = resourceOfSelection().kind == "Event",
                      .isBlaming = m_yaml->isBlaming(),
                      .now = m_clock.wallNow()};
    if (question.isBlaming)
        question.revisions = revisionsOfShown();
    m_reading.run([question = std::move(question)] { return read(question); });
}

QString Inspector::absenceSentence(WatchId watch) const
{
    if (m_state.playhead())
        return pastAbsence();
    if (watch == 0)
        return unwatchedSentence();
    const WatchStatus *status = statusOf(watch);
    const bool hasListed = m_history->now().columnsOf(watch) || (status && isCurrent(status->state));
    const QString sentence = status && needsAttention(*status) ? watchSentence(*status, m_clock.wallNow()) : QString();
    if (!sentence.isEmpty())
        return sentence;
    return hasListed ? tr("There is no such object.") : tr("The list is being loaded.");
}

QString Inspector::unwatchedSentence() const
{
    const ObjectRef &selected = m_state.selection();
    const auto isOfKind = [&](const auto &open) { return open.second.resource.gvr == selected.resource; };
    if (std::ranges::any_of(openWatches(), isOfKind))
        return tr("The namespace “%1” is not selected, so nothing is known about this object now.")
            .arg(displayText(selected.ns));
    return tr("%1 are not being watched, so nothing is known about this object.")
        .arg(displayText(selected.resource.qualifiedName()));
}

Inspector::Reading Inspector::read(const Question &question)
{
    const ObjectPtr &object = question.object;
    Reading reading;
    reading.object = object;
    reading.summary = readSummary(*object);
    if (question.isEvent)
        reading.event = readKubeEvent(*object);
    const Result<std::string> yaml = yaml::fromJson(object->body.object());
    if (!yaml) {
        reading.error = yaml.error();
        return reading;
    }
    reading.yaml = yamlDocument(*yaml);
    if (question.isBlaming)
        reading.blamed =
            blamedDocument(*yaml, FieldOwners(object->body.object()), LastWrites(question.revisions), question.now);
    return reading;
}

void Inspector::showReading(Reading reading)
{
    if (!m_known || m_known->object != reading.object)
        return;
    m_shown = std::move(reading);
    showTitle();
    showSummary();
    const auto subject = std::exchange(m_isOtherObject, false) ? YamlPage::Subject::Another : YamlPage::Subject::Same;
    if (m_shown.yaml)
        m_yaml->show(m_shown.object, resourceOfSelection(), {m_shown.yaml, m_shown.blamed}, subject);
    else if (m_shown.object->body.isNull())
        m_yaml->say(tr("The content of this object is never fetched; only its name, labels and times are known."));
    else
        m_yaml->say(errorWords(m_shown.error).sentence());
}

void Inspector::showNothing(const QString &sentence, const QString &notice)
{
    m_reading.forget();
    m_known.reset();
    m_shown = {};
    m_isOtherObject = true;
    InspectorTitle title;
    title.name = displayText(m_state.selection().name);
    title.place = kindOfSelection();
    title.moment = title.name.isEmpty() ? QString() : pastMoment();
    title.notice = notice.isEmpty() ? pastNotice() : notice;
    m_header->setTitle(title);
    m_summary->setPlaceholder(sentence);
    m_summary->setFacts({});
    m_yaml->say(sentence);
}

/// As the cluster or a watch tells of it; its kind is empty where neither does.
ResourceInfo Inspector::resourceOfSelection() const
{
    const auto isIt = [&](const ResourceInfo &info) { return info.gvr == m_state.selection().resource; };
    if (const auto known = std::ranges::find_if(m_resources, isIt); known != m_resources.end())
        return *known;
    const auto open = openWatches();
    const auto watched = std::ranges::find_if(open, [&](const auto &one) { return isIt(one.second.resource); });
    return watched != open.end() ? watched->second.resource : ResourceInfo();
}

QString Inspector::kindOfSelection() const
{
    const ObjectRef &selected = m_state.selection();
    if (selected.isEmpty())
        return {};
    const ResourceInfo resource = resourceOfSelection();
    const std::string kind = resource.kind.empty() ? selected.resource.qualifiedName() : resource.kind;
    const QString place =
        selected.ns.empty() ? displayText(kind) : tr("%1 in %2").arg(displayText(kind), displayText(selected.ns));
    const ClusterNames &clusters = m_state.clusters().names();
    return m_state.clusters().areSeveral()
               ? tr("%1 · %2", "Pod in web, a cluster")
                     .arg(place, displayText(clusters.nameOf(clusters.find(selected.cluster))))
               : place;
}

/// The cell under "Status", which only tables of some kinds have, else the phase.
QString Inspector::statusWord() const
{
    const Object &object = *m_known->object;
    if (const Columns columns = m_known->columns ? m_known->columns : m_history->now().columnsOf(m_known->watch)) {
        const auto status = std::ranges::find(*columns, "Status", &Column::name);
        const auto index = std::size_t(status - columns->begin());
        if (index < object.cells.size())
            return displayText(cellText(object.cells[index]));
    }
    return displayText(object.phase);
}

void Inspector::showTitle()
{
    const Object &object = *m_known->object;
    InspectorTitle title;
    title.name = displayText(object.name);
    title.place = kindOfSelection();
    title.status = statusWord();
    title.phase = phaseOf(object, title.status.toStdString());
    if (!object.version.isEmpty())
        title.version = tr("rv %1").arg(format::version(object.version.text()));
    title.moment = pastMoment();
    title.notice = pastNotice();
    if (m_known->deletedAt)
        title.notice =
            (isKubeEvents(m_state.selection().resource) ? tr("Not kept by the server since %1; this is its last state.")
                                                        : tr("Deleted at %1; this is its last state."))
                .arg(format::moment(*m_known->deletedAt, m_clock.wallNow()));
    m_header->setTitle(title);
}

void Inspector::showSummary()
{
    if (!m_shown.object || !m_known)
        return;
    m_summary->facts()->setNow(m_time.now());
    m_summary->setFacts(summaryFacts(
        {m_shown.object, m_shown.summary, m_shown.event, statusWord(), m_resources, m_state.selection().cluster}));
}

void Inspector::showPage(Page page)
{
    m_tabs->setCurrentIndex(page);
}

bool Inspector::find()
{
    if (m_changes->isVisible())
        return m_changes->find();
    showPage(YamlText);
    m_yaml->find();
    return true;
}

void Inspector::tick()
{
    m_summary->facts()->setNow(m_time.now());
    m_events->tick();
    showChangeCount();
    if (m_life)
        m_life->tick();
    m_tick = m_clock.after(std::chrono::seconds(1), [this] { tick(); });
}

void Inspector::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), tokens(palette()).panel);
}

void Inspector::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refresh();
    showSummary();
}

void Inspector::retranslate()
{
    m_tabs->setTabText(SummaryPage, tr("Summary"));
    m_tabs->setTabText(YamlText, tr("YAML"));
    m_tabs->setTabText(ChangesList, tr("Changes"));
    m_tabs->setTabText(EventsPage, tr("Events"));
    if (m_life) {
        m_tabs->setTabText(LifeText, tr("Life"));
        m_life->setAccessibleName(tr("Life of the object"));
    }
    m_tabs->setAccessibleName(tr("Pages of the inspector"));
    m_summary->setAccessibleName(tr("Summary of the object"));
    m_events->setAccessibleName(tr("Events of the object"));
}

} // namespace wk
