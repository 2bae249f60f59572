// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/eventdetail.h"

#include "core/history/objectlife.h"
#include "core/json/yamlwriter.h"
#include "ui/code/codepane.h"
#include "ui/code/codeview.h"
#include "ui/code/diffcopy.h"
#include "ui/code/panebar.h"
#include "ui/code/rawdocument.h"
#include "ui/code/yamldocument.h"
#include "ui/models/seenwords.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace wk {

EventDetail::EventDetail(QWidget *parent)
    : QWidget(parent)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_leftBar(new PaneBar(Qt::ElideLeft, this))
    , m_rightBar(new PaneBar(Qt::ElideRight, this))
    , m_left(new QStackedWidget(this))
    , m_right(new QStackedWidget(this))
    , m_diff(addPane(m_leftBar, m_left))
    , m_copies(new DiffCopy(this))
    , m_yaml(addPane(m_leftBar, m_left))
    , m_raw(addPane(m_rightBar, m_right))
    , m_bytes(addPane(m_rightBar, m_right))
    , m_task([this](Reading reading) { showReading(std::move(reading)); })
{
    m_copies->serve(*m_diff->view());
    connect(m_diff->view(), &CodeView::menuOpened, this, &EventDetail::diffMenuOpened);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    m_splitter->addWidget(side(m_leftBar, m_left));
    m_splitter->addWidget(side(m_rightBar, m_right));
    m_splitter->setChildrenCollapsible(false);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    retranslate();
    clear();
}

EventDetail::~EventDetail() = default;

CodePane *EventDetail::addPane(PaneBar *bar, QStackedWidget *stack)
{
    auto *pane = new CodePane(stack);
    stack->addWidget(pane);
    bar->tabs()->addTab(QString());
    return pane;
}

QWidget *EventDetail::side(PaneBar *bar, QStackedWidget *stack)
{
    auto *widget = new QWidget(m_splitter);
    auto *column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(stack, 1);
    connect(bar->tabs(), &QTabBar::currentChanged, stack, &QStackedWidget::setCurrentIndex);
    return widget;
}

/// The row may be out of sight.
QString EventDetail::nameOf(const StreamModel::Row &row)
{
    if (!row.object)
        return {};
    const std::string ns = row.object->ns.empty() ? std::string() : std::string(row.object->ns) + '/';
    return displayText(row.kind + ' ' + ns + std::string(row.object->name));
}

void EventDetail::show(const StreamModel::Row &row, const QString &words, std::size_t sizeBytes)
{
    if (m_subject && m_subject->id == row.id)
        return;
    m_subject = Subject{row.id,       row.type, row.origin, row.arrived, row.object,
                        row.previous, words,    sizeBytes,  row.line,    nameOf(row)};
    m_reading.reset();
    m_copies->setRevisions(m_subject->previous, m_subject->isLastAndOnly() ? ObjectPtr() : m_subject->object);
    sayFacts();
    if (!row.object && row.line.empty()) {
        m_task.forget();
        return showWithoutObject({});
    }
    m_task.run([subject = *m_subject] { return read(subject); });
}

void EventDetail::clear()
{
    m_subject.reset();
    m_reading.reset();
    m_copies->setRevisions({}, {});
    m_task.forget();
    sayFacts();
    sayAll(tr("Choose an event to see what it changed and the line that brought it."));
}

/// A watch tells each write; what a list shows in between may be several.
RevisionSpan EventDetail::spanOf(const Subject &subject)
{
    const bool isOfAList = subject.origin == EntryClass::Inferred || subject.origin == EntryClass::Initial;
    const bool isOne = !isOfAList && subject.previous->uid == subject.object->uid;
    return isOne ? RevisionSpan::OneWrite : RevisionSpan::MaybeSeveral;
}

EventDetail::Reading EventDetail::read(const Subject &subject)
{
    Reading reading;
    reading.id = subject.id;
    const std::string line = subject.object ? subject.object->body.line() : subject.line;
    if (!line.empty()) {
        reading.raw = rawDocument(line);
        reading.bytes = bytesDocument(line);
    }
    if (!subject.object)
        return reading;
    const std::string object = subject.object->body.object();
    if (!object.empty() && !subject.isLastAndOnly()) {
        Result<DiffText> diff = subject.previous ? diffText(subject.previous->body.object(), object, spanOf(subject))
                                                 : firstRevisionText(object, isBirth(subject.type, subject.origin));
        if (diff)
            reading.diff = *std::move(diff);
        else
            reading.diffError = diff.error();
    }
    const Result<std::string> yaml = yaml::fromJson(object);
    if (yaml)
        reading.yaml = yamlDocument(*yaml);
    else
        reading.yamlError = yaml.error();
    return reading;
}

void EventDetail::showReading(Reading reading)
{
    if (!m_subject || reading.id != m_subject->id)
        return;
    if (!m_subject->object)
        return showWithoutObject(reading);
    const QString neverFetched =
        tr("The content of this object is never fetched; only its name, labels and times are known.");
    const bool isBare = m_subject->object->body.isNull();
    m_diff->view()->setPlaceholder(isBare ? neverFetched : diffSentence(reading));
    m_diff->view()->setDocument(reading.diff ? reading.diff->document : nullptr);
    m_yaml->view()->setPlaceholder(isBare ? neverFetched : errorWords(reading.yamlError).sentence());
    m_yaml->view()->setDocument(reading.yaml);
    for (CodePane *pane : {m_raw, m_bytes})
        pane->view()->setPlaceholder(isBare ? neverFetched : tr("The line was not kept."));
    m_raw->view()->setDocument(reading.raw);
    m_bytes->view()->setDocument(reading.bytes);
    m_reading = std::move(reading);
    sayFacts();
}

/// What a watch says of itself, in words; why the panes have no more than that, below them.
void EventDetail::showWithoutObject(const Reading &reading)
{
    const QString words = m_subject->words + u'\n';
    for (CodePane *pane : {m_diff, m_yaml}) {
        pane->view()->setPlaceholder(words + tr("This is not about one object, so there is nothing to compare."));
        pane->view()->setDocument(nullptr);
    }
    for (CodePane *pane : {m_raw, m_bytes})
        pane->view()->setPlaceholder(words + tr("The server sent no watch line for this."));
    m_raw->view()->setDocument(reading.raw);
    m_bytes->view()->setDocument(reading.bytes);
}

QString EventDetail::diffSentence(const Reading &reading) const
{
    if (reading.diff && m_subject->type == EntryType::Deleted)
        return tr("The object was deleted, unchanged since it was last seen. Its last state is under YAML.");
    if (reading.diff && m_subject->previous && m_subject->previous->version == m_subject->object->version)
        return tr("No differences: the list agrees with what another watch last reported.");
    if (reading.diff)
        return tr("Only the object's version differs.");
    if (!m_subject->previous && m_subject->type == EntryType::Deleted)
        return tr("The object is gone. Its last state is under YAML.");
    return errorWords(reading.diffError).sentence();
}

void EventDetail::sayFacts()
{
    if (!m_subject) {
        m_leftBar->setFacts({});
        m_rightBar->setFacts({});
        return;
    }
    QString left;
    if (m_subject->object) {
        const ObjectPtr &previous = m_subject->previous;
        left = tr("%1 → %2").arg(previous ? format::version(previous->version.text()) : format::none(),
                                 format::version(m_subject->object->version.text()));
    }
    if (m_reading && m_reading->diff)
        left += QStringLiteral("   +%1 −%2").arg(m_reading->diff->added).arg(m_reading->diff->removed);
    m_leftBar->setFacts(left);
    QStringList right;
    if (!m_subject->name.isEmpty())
        right << m_subject->name;
    right << QString::fromLatin1(rowTypeName(m_subject->type, m_subject->origin));
    if (hasClass(m_subject->type))
        right << classWord(m_subject->origin);
    if (m_subject->sizeBytes > 0)
        right << format::bytes(m_subject->sizeBytes);
    right << tr("arrived %1").arg(format::clockMs(m_subject->arrived));
    m_rightBar->setFacts(right.join(QStringLiteral(" · ")));
}

void EventDetail::sayAll(const QString &sentence)
{
    for (CodePane *pane : {m_diff, m_yaml, m_raw, m_bytes}) {
        pane->view()->setPlaceholder(sentence);
        pane->view()->setDocument(nullptr);
    }
}

void EventDetail::find()
{
    for (CodePane *pane : {m_yaml, m_raw, m_bytes}) {
        if (pane->isAncestorOf(focusWidget()) && pane->isVisible())
            return pane->find();
    }
    static_cast<CodePane *>(m_left->currentWidget())->find();
}

void EventDetail::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (!m_subject)
        clear();
    else
        sayFacts();
}

void EventDetail::retranslate()
{
    m_leftBar->tabs()->setTabText(0, tr("Diff against previous"));
    m_leftBar->tabs()->setTabText(1, tr("YAML"));
    m_leftBar->tabs()->setAccessibleName(tr("What the event changed"));
    m_rightBar->tabs()->setTabText(0, tr("Raw watch line"));
    m_rightBar->tabs()->setTabText(1, tr("Bytes"));
    m_rightBar->tabs()->setAccessibleName(tr("What the server sent"));
    m_diff->view()->setAccessibleName(tr("Diff against the previous revision"));
    m_yaml->view()->setAccessibleName(tr("YAML of the object"));
    m_raw->view()->setAccessibleName(tr("Raw watch line"));
    m_bytes->view()->setAccessibleName(tr("Bytes of the watch line"));
}

} // namespace wk
