// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/toolrow.h"

#include "ui/models/windowstate.h"
#include "ui/style/dropbutton.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"
#include "ui/window/filterbox.h"
#include "ui/window/namespacepopup.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace wk {

namespace {

constexpr int RowMargin = 12;
constexpr int leastPauseWidth = 96;
constexpr int namespacesNamed = 2;
constexpr int clustersNamed = 2;
constexpr std::size_t contextChars = 120;

template <class Button>
Button *button(QWidget *parent)
{
    auto *made = new Button(parent);
    made->setFocusPolicy(Qt::TabFocus);
    made->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    return made;
}

void name(QWidget *control, const QString &name)
{
    control->setAccessibleName(name);
    control->setToolTip(safeToolTip(name));
}

/// A text for a button: no mnemonic comes from a cluster's words.
QString literal(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

/// What is shown of a context's name; whoever wrote the kubeconfig chose it.
QString contextText(const QString &name)
{
    return literal(displayText(name.toStdString(), contextChars));
}

} // namespace

ToolRow::ToolRow(WindowState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_menu(new QMenu(this))
    , m_menuButton(new QToolButton(this))
    , m_cluster(button<DropButton>(this))
    , m_namespaces(button<DropButton>(this))
    , m_clusters(new ClusterPopup(this))
    , m_popup(new NamespacePopup(state, this))
    , m_filter(new FilterBox(state, this))
    , m_pause(button<QPushButton>(this))
    , m_record(button<QPushButton>(this))
{
    m_menuButton->setIcon(icon(Icon::Menu));
    m_menuButton->setAutoRaise(true);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(m_menu);
    m_menuButton->setShortcut(QKeySequence(Qt::Key_F10));

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(RowMargin), 0, scaled(RowMargin), 0);
    row->setSpacing(scaled(2 * measure::Grid));
    row->addWidget(m_menuButton);
    row->addWidget(m_cluster);
    row->addWidget(m_namespaces);
    row->addWidget(m_filter, 1);
    row->addWidget(m_pause);
    row->addWidget(m_record);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    m_cluster->setFont(fontOf(TextRole::BodyBold));
    m_pause->setIcon(icon(Icon::Pause));
    m_pause->setCheckable(true);
    connect(m_pause, &QPushButton::clicked, this, [this](bool paused) {
        if (m_state.playhead())
            m_state.setPlayhead({});
        else
            m_state.setPaused(paused);
    });
    m_record->setIcon(icon(Icon::Record));
    connect(m_record, &QPushButton::clicked, this, &ToolRow::recordAsked);
    connect(&state, &WindowState::playheadChanged, this, &ToolRow::sayPaused);
    connect(m_cluster, &QPushButton::clicked, this, [this] { m_clusters->openBelow(*m_cluster); });
    connect(m_clusters, &ClusterPopup::chosen, this, &ToolRow::clustersChosen);
    connect(m_clusters, &ClusterPopup::allAsked, this, &ToolRow::clustersAsked);
    connect(m_clusters, &ClusterPopup::lookChosen, this, &ToolRow::lookChosen);
    connect(m_namespaces, &QPushButton::clicked, this, [this] { m_popup->openBelow(*m_namespaces); });
    connect(&state, &WindowState::namespacesChanged, this, &ToolRow::sayNamespaces);
    connect(&state, &WindowState::pausedChanged, this, &ToolRow::sayPaused);
    whenTranslated(this, [this] {
        name(m_menuButton, tr("Menu (F10)"));
        m_cluster->setAccessibleName(tr("Clusters"));
        name(m_namespaces, tr("Namespaces"));
        name(m_pause, tr("Pause"));
        sayCluster();
        sayNamespaces();
        sayPaused();
        sayRecording();
    });
}

void ToolRow::setClusters(const ClusterChoices &choices)
{
    m_choices = choices;
    m_clusters->setChoices(choices);
    sayCluster();
}

/// By name where they are few, and in the colour of the first that has one.
void ToolRow::sayCluster()
{
    QStringList words;
    QColor ink;
    for (const QString &name : std::as_const(m_choices.current)) {
        words << m_choices.withUser(name, contextText(m_choices.wordOf(name)));
        const QColor own = clusterInk(tokens(palette()), m_choices.colourOf(name));
        ink = ink.isValid() ? ink : own;
    }
    words.removeAll(QString());
    m_cluster->setText(words.isEmpty()                 ? tr("no cluster")
                       : words.size() <= clustersNamed ? words.join(QStringLiteral(", "))
                                                       : tr("%n clusters", nullptr, int(words.size())));
    m_cluster->setToolTip(words.size() > 1 ? safeToolTip(words.join(QLatin1Char('\n'))) : safeToolTip(tr("Cluster")));
    m_cluster->setMark(ink);
}

void ToolRow::setKnownNamespaces(const QStringList &names)
{
    m_popup->setKnown(names);
}

void ToolRow::hideLive()
{
    m_pause->hide();
    m_record->hide();
}

void ToolRow::setRecording(bool isRecording)
{
    if (std::exchange(m_isRecording, isRecording) != isRecording)
        sayRecording();
}

void ToolRow::sayRecording()
{
    m_record->setText(m_isRecording ? tr("Stop recording") : tr("Record"));
    m_record->setAccessibleName(m_record->text());
    m_record->setToolTip(safeToolTip(m_isRecording ? tr("End the recording (Ctrl+R)")
                                                   : tr("Write what comes to a file that can be opened again, here or "
                                                        "elsewhere (Ctrl+R)")));
}

void ToolRow::setWaiting(int events)
{
    m_waiting = events;
    sayPaused();
}

void ToolRow::sayNamespaces()
{
    const auto &chosen = m_state.namespaces();
    QStringList names;
    for (const std::string &name : chosen)
        names.append(displayText(name, 40));
    QString text = tr("all namespaces");
    if (names.size() > namespacesNamed)
        text = tr("%n namespaces", nullptr, static_cast<int>(names.size()));
    else if (!names.isEmpty())
        text = tr("ns %1", "ns: namespace").arg(names.join(QStringLiteral(", ")));
    m_namespaces->setText(literal(text));
    m_namespaces->setToolTip(safeToolTip(names.isEmpty() ? tr("Namespaces") : names.join(QLatin1Char('\n'))));
}

void ToolRow::sayPaused()
{
    sayPausedWords();
    fitPause();
}

/// Of a fixed size for as long as that does for its words: the clock of a moment that moves lays out nothing.
void ToolRow::fitPause()
{
    m_pause->setFixedSize(m_pause->sizeHint().expandedTo({scaled(leastPauseWidth), 0}));
}

void ToolRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitPause();
    if (event->type() == QEvent::PaletteChange)
        sayCluster();
}

void ToolRow::sayPausedWords()
{
    if (const std::optional<Moment> &moment = m_state.playhead()) {
        m_pause->setChecked(true);
        m_pause->setIcon(icon(Icon::Eye));
        m_pause->setText(format::clock(moment->time));
        m_pause->setAccessibleName(tr("Back to live"));
        m_pause->setToolTip(safeToolTip(tr("The window shows the past. Back to live (Space)")));
        return;
    }
    const bool paused = m_state.isPaused();
    m_pause->setAccessibleName(tr("Pause"));
    m_pause->setChecked(paused);
    m_pause->setIcon(icon(paused ? Icon::Play : Icon::Pause));
    QString text = paused ? tr("Resume") : tr("Pause");
    if (paused && m_waiting > 0)
        text = tr("Resume (%1)", "number of events that wait").arg(format::number(m_waiting));
    m_pause->setText(text);
    m_pause->setToolTip(safeToolTip(paused ? tr("Show what has arrived since (Space). Nothing is lost meanwhile.")
                                           : tr("Freeze the view (Space). Collecting continues.")));
}

QSize ToolRow::sizeHint() const
{
    return {QWidget::sizeHint().width(), scaled(measure::Toolbar)};
}

void ToolRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), tokens(palette()).window);
}

} // namespace wk
