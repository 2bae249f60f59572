// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/stateplate.h"

#include "core/informer/entry.h"
#include "ui/models/kindgroups.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"
#include "ui/table/waysout.h"

#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace wk {

namespace {

constexpr int markSide = 24;
constexpr int textWidth = 460;
constexpr int progressWidth = 200;
constexpr int namespacesWidth = 280;

} // namespace

/// The sign above the words.
class StateMark : public QWidget
{
public:
    explicit StateMark(QWidget *parent)
        : QWidget(parent)
    {
        setFixedSize(scaled(markSide), scaled(markSide));
    }
    void setKind(TableState::Kind kind)
    {
        m_kind = kind;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Tokens &colours = tokens(palette());
        QPainter painter(this);
        switch (m_kind) {
        case TableState::Kind::Ready:
        case TableState::Kind::Nothing: return paintIcon(painter, rect(), Icon::ChevronLeft, colours.text3);
        case TableState::Kind::Loading:
            return paintGlyph(painter, rect(), EntryType::List, eventInk(colours, EntryType::List));
        case TableState::Kind::Empty: return paintIcon(painter, rect(), Icon::Cube, colours.text3);
        case TableState::Kind::NothingMatches: return paintIcon(painter, rect(), Icon::Search, colours.text3);
        case TableState::Kind::NotWatched: return paintIcon(painter, rect(), Icon::Eye, colours.text2);
        case TableState::Kind::Denied: return paintIcon(painter, rect(), Icon::Lock, colours.text2);
        case TableState::Kind::Gone:
        case TableState::Kind::Failing:
            return paintGlyph(painter, rect(), EntryType::Error, eventInk(colours, EntryType::Error));
        }
    }

private:
    TableState::Kind m_kind = TableState::Kind::Nothing;
};

StatePlate::StatePlate(QWidget *parent)
    : QScrollArea(parent)
    , m_mark(new StateMark(this))
    , m_title(new SafeLabel(this))
    , m_detail(new SafeLabel(this))
    , m_progress(new QProgressBar(this))
    , m_namespaces(new QLineEdit(this))
    , m_retry(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_stream(new QPushButton(this))
    , m_kind(new QPushButton(this))
    , m_ways(new WaysOut(this))
{
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setSpacing(scaled(2 * measure::Grid));
    column->addStretch(2);
    column->addWidget(m_mark, 0, Qt::AlignHCenter);
    column->addWidget(m_title, 0, Qt::AlignHCenter);
    column->addWidget(m_detail, 0, Qt::AlignHCenter);
    column->addWidget(m_progress, 0, Qt::AlignHCenter);
    column->addWidget(m_namespaces, 0, Qt::AlignHCenter);
    column->addWidget(m_retry, 0, Qt::AlignHCenter);
    column->addWidget(m_cancel, 0, Qt::AlignHCenter);
    column->addWidget(m_stream, 0, Qt::AlignHCenter);
    column->addWidget(m_kind, 0, Qt::AlignHCenter);
    column->addWidget(m_ways, 0, Qt::AlignHCenter);
    column->addStretch(3);
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    content->setAutoFillBackground(false);
    m_title->setFont(fontOf(TextRole::Heading));
    m_title->setAlignment(Qt::AlignCenter);
    m_detail->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_detail->setWordWrap(true);
    m_detail->setFixedWidth(scaled(textWidth));
    m_detail->setQuiet();
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setFixedWidth(scaled(progressWidth));
    m_progress->setTextVisible(false);
    m_namespaces->setFixedWidth(scaled(namespacesWidth));
    connect(m_namespaces, &QLineEdit::returnPressed, this, &StatePlate::askForNamespaces);
    m_progress->setAccessibleName(tr("Progress"));
    connect(m_retry, &QPushButton::clicked, this, &StatePlate::retryAsked);
    connect(m_cancel, &QPushButton::clicked, this, &StatePlate::cancelAsked);
    connect(m_stream, &QPushButton::clicked, this, &StatePlate::streamAsked);
    connect(m_kind, &QPushButton::clicked, this, [this] { Q_EMIT kindAsked(*m_kindAskedFor); });
    connect(m_ways, &WaysOut::clusterChosen, this, &StatePlate::clusterChosen);
    connect(m_ways, &WaysOut::asked, this, &StatePlate::wayAsked);
    whenTranslated(this, [this] {
        m_namespaces->setPlaceholderText(tr("Namespaces, with commas between"));
        m_namespaces->setAccessibleName(tr("Namespaces that you may look at"));
        m_retry->setText(tr("Retry now"));
        m_cancel->setText(tr("Cancel"));
        m_stream->setText(tr("Open the Stream"));
        for (QPushButton *button : {m_retry, m_cancel, m_stream})
            button->setAccessibleName(button->text());
        offerKind(m_kindAskedFor);
    });
}

void StatePlate::show(const TableState &state)
{
    setVisible(state.kind != TableState::Kind::Ready);
    if (state.kind == TableState::Kind::Ready)
        return; // nobody reads it, and to lay its words out takes a while
    m_mark->setKind(state.kind);
    m_title->setText(state.title);
    m_detail->setText(state.detail);
    // A centred label does not get the height that its wrapped lines need.
    m_detail->setFixedHeight(std::max(m_detail->heightForWidth(m_detail->width()), 0));
    m_progress->setVisible(state.kind == TableState::Kind::Loading && state.total > 0);
    m_namespaces->setVisible(state.wantsNamespaces);
    m_retry->setVisible(state.canRetry);
    m_cancel->setVisible(state.canCancel);
    m_stream->setVisible(state.isForStream);
    offerKind(state.kindAskedFor);
    m_ways->setVisible(state.isStranded);
    m_progress->setRange(0, 1000);
    if (state.total > 0)
        m_progress->setValue(static_cast<int>(std::min(state.listed, state.total) * 1000 / state.total));
}

void StatePlate::askForNamespaces()
{
    QStringList names;
    for (const QString &part : m_namespaces->text().split(u',')) {
        if (const QString name = part.trimmed(); !name.isEmpty() && !names.contains(name))
            names << name;
    }
    if (!names.isEmpty())
        Q_EMIT namespacesAsked(names);
}

void StatePlate::offerKind(const std::optional<ResourceInfo> &kind)
{
    m_kindAskedFor = kind;
    m_kind->setVisible(kind.has_value());
    if (!kind)
        return;
    // No mnemonic comes from a cluster's words.
    QString plural = pluralName(*kind);
    m_kind->setText(tr("Open %1", "a kind's plural").arg(plural.replace(QLatin1Char('&'), QStringLiteral("&&"))));
    m_kind->setAccessibleName(m_kind->text());
}

void StatePlate::setOtherClusters(const OtherClusters &others)
{
    m_ways->offer(others);
}

void StatePlate::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens(palette()).base);
}

} // namespace wk
