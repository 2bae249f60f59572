// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/clusterpopup.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

constexpr int popupWidth = 300;
constexpr int clustersShown = 14;
constexpr int fewNames = 8; ///< are seen at a glance, and not searched
constexpr int longestName = 40;
constexpr int clusterRole = Qt::UserRole;

QIcon colourIcon(const QColor &ink)
{
    const int side = scaled(measure::Glyph);
    QPixmap image(side, side);
    image.fill(Qt::transparent);
    if (ink.isValid()) {
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(image.rect().adjusted(1, 1, -1, -1));
    }
    return QIcon(image);
}

constexpr std::size_t MostUserChars = 60;

} // namespace

QString ClusterChoices::wordOf(const QString &name) const
{
    const auto look = looks.find(name);
    return look == looks.end() || look->second.name.isEmpty() ? name : look->second.name;
}

ClusterColour ClusterChoices::colourOf(const QString &name) const
{
    const auto look = looks.find(name);
    return look == looks.end() ? ClusterColour::None : look->second.colour;
}

QString ClusterChoices::withUser(const QString &name, const QString &word) const
{
    const auto user = users.find(name);
    return user == users.end() ? word
                               : ClusterPopup::tr("%1 as %2", "a cluster, a user")
                                     .arg(word, displayText(user->second.toStdString(), MostUserChars));
}

ClusterPopup::ClusterPopup(QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_hint(new SafeLabel(this))
    , m_show(new QPushButton(this))
    , m_all(new QPushButton(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(8), scaled(8), scaled(8), scaled(8));
    column->setSpacing(scaled(measure::Grid));
    column->addWidget(m_search);
    column->addWidget(m_list);
    column->addWidget(m_hint);
    column->addWidget(m_show);
    column->addWidget(m_all);
    setFrameShape(QFrame::Box);
    setFixedWidth(scaled(popupWidth));
    m_hint->setWordWrap(true);
    m_hint->setQuiet();
    whenTranslated(this, [this] {
        m_search->setPlaceholderText(tr("Find a cluster"));
        m_search->setAccessibleName(tr("Find a cluster"));
        m_list->setAccessibleName(tr("Clusters"));
        m_hint->setText(tr("Tick several to see them together. Right-click one to give it a colour and a name."));
        sayTicked();
        m_all->setText(tr("Details and test…"));
    });
    m_search->addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_search, &QLineEdit::textChanged, this, &ClusterPopup::fill);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { enter(m_list->item(0)); });
    connect(m_list, &QListWidget::itemChanged, this, &ClusterPopup::tick);
    connect(m_list, &QListWidget::itemActivated, this, &ClusterPopup::enter);
    connect(m_show, &QPushButton::clicked, this, &QWidget::close);
    connect(m_list, &QWidget::customContextMenuRequested, this, &ClusterPopup::showMenu);
    m_list->viewport()->installEventFilter(this);
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_ticked = m_choices.current;
        close();
        Q_EMIT allAsked();
    });
}

void ClusterPopup::setChoices(const ClusterChoices &choices)
{
    m_choices = choices;
    m_ticked = choices.current;
    fill();
}

void ClusterPopup::openBelow(const QWidget &button)
{
    const int count = int(m_choices.names.size());
    m_ticked = m_choices.current;
    m_search->clear();
    sayTicked();
    m_search->setVisible(count > fewNames);
    m_hint->setVisible(count > 1);
    fill();
    m_list->setFixedHeight(scaled(measure::Row) * std::clamp(count, 1, clustersShown) + scaled(measure::Grid));
    adjustSize();
    move(button.mapToGlobal(QPoint(0, button.height() + scaled(measure::Grid))));
    show();
    m_list->setCurrentRow(std::max(0, int(m_choices.names.indexOf(m_choices.current.value(0)))));
    (count > fewNames ? static_cast<QWidget *>(m_search) : m_list)->setFocus();
}

void ClusterPopup::fill()
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_list->clear();
    for (const QString &name : std::as_const(m_choices.names)) {
        const QString word = m_choices.wordOf(name);
        if (!word.contains(m_search->text(), Qt::CaseInsensitive) &&
            !name.contains(m_search->text(), Qt::CaseInsensitive))
            continue;
        const QString own = displayText(name.toStdString());
        auto *item = new QListWidgetItem(displayText(word.toStdString()), m_list);
        item->setData(clusterRole, name);
        item->setToolTip(safeToolTip(word == name ? own : tr("%1, which the kubeconfig calls %2").arg(word, own)));
        item->setIcon(colourIcon(clusterInk(tokens(palette()), m_choices.colourOf(name))));
        item->setCheckState(m_ticked.contains(name) ? Qt::Checked : Qt::Unchecked);
    }
}

/// That one alone.
void ClusterPopup::choose(QListWidgetItem *item)
{
    m_ticked = QStringList{item->data(clusterRole).toString()};
    close();
}

/// Return: what was ticked, else the row.
void ClusterPopup::enter(QListWidgetItem *item)
{
    if (areOthersTicked())
        close();
    else if (item)
        choose(item);
}

bool ClusterPopup::areOthersTicked() const
{
    const auto sorted = [](QStringList names) {
        names.sort();
        return names;
    };
    return !m_ticked.isEmpty() && sorted(m_ticked) != sorted(m_choices.current);
}

void ClusterPopup::sayTicked()
{
    const bool hadRoom = m_show->isVisibleTo(this);
    m_show->setText(tr("Show %n cluster(s)", nullptr, int(m_ticked.size())));
    m_show->setVisible(areOthersTicked());
    if (isVisible() && hadRoom != m_show->isVisibleTo(this))
        adjustSize();
}

void ClusterPopup::tick(const QListWidgetItem *item)
{
    const QString name = item->data(clusterRole).toString();
    if (m_isFilling)
        return;
    m_ticked.removeAll(name);
    if (item->checkState() == Qt::Checked)
        m_ticked.append(name);
    sayTicked();
}

/// A press on the box of a row ticks it, one elsewhere in the row chooses it.
bool ClusterPopup::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Down) {
        m_list->setFocus();
        return true;
    }
    if (watched != m_list->viewport() || event->type() != QEvent::MouseButtonRelease)
        return QFrame::eventFilter(watched, event);
    const auto *mouse = static_cast<QMouseEvent *>(event);
    QListWidgetItem *item = m_list->itemAt(mouse->position().toPoint());
    if (!item || mouse->button() != Qt::LeftButton)
        return false;
    QStyleOptionViewItem option;
    option.initFrom(m_list);
    option.rect = m_list->visualItemRect(item);
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    const QRect box = style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, m_list);
    if (mouse->position().x() <= box.right() + scaled(measure::Grid))
        return false;
    choose(item);
    return true;
}

void ClusterPopup::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Cancel))
        m_ticked = m_choices.current;
    QFrame::keyPressEvent(event);
}

/// However it is closed. Without any tick the clusters stay.
void ClusterPopup::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    QStringList chosen;
    for (const QString &name : std::as_const(m_choices.names)) {
        if (m_ticked.contains(name))
            chosen.append(name);
    }
    if (areOthersTicked() && !chosen.isEmpty())
        Q_EMIT this->chosen(chosen);
}

void ClusterPopup::showMenu(const QPoint &at)
{
    const QListWidgetItem *item = m_list->itemAt(at);
    if (!item)
        return;
    const QString name = item->data(clusterRole).toString();
    QMenu menu(this);
    QMenu *colours = menu.addMenu(tr("Colour"));
    auto *one = new QActionGroup(colours);
    for (const ClusterColour colour : ClusterColours) {
        QAction *action = colours->addAction(clusterColourName(colour));
        action->setIcon(colourIcon(clusterInk(tokens(palette()), colour)));
        action->setCheckable(true);
        action->setChecked(colour == m_choices.colourOf(name));
        one->addAction(action);
        connect(action, &QAction::triggered, this, [this, name, colour] {
            ClusterLook look = m_choices.looks[name];
            look.colour = colour;
            setLook(name, look);
        });
    }
    menu.addAction(tr("Name…"), this, [this, name] { askForName(name); });
    menu.exec(m_list->viewport()->mapToGlobal(at));
}

/// By value: who hears it may set other choices.
void ClusterPopup::setLook(const QString &name, ClusterLook look)
{
    m_choices.looks[name] = look;
    fill();
    Q_EMIT lookChosen(name, look);
}

void ClusterPopup::askForName(const QString &name)
{
    m_ticked = m_choices.current;
    close(); // a popup under a dialog takes its clicks
    auto *dialog = new QInputDialog(parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name a cluster"));
    dialog->setLabelText(tr("What this window calls it, instead of the name in the kubeconfig:"));
    dialog->setTextValue(m_choices.wordOf(name));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, name](const QString &text) {
        const QString word = text.simplified().left(longestName);
        ClusterLook look = m_choices.looks[name];
        look.name = word == name ? QString() : word;
        setLook(name, look);
    });
    dialog->open();
}

} // namespace wk
