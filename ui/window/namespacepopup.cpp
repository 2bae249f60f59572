// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/namespacepopup.h"

#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

constexpr int wide = 240;
constexpr int rowsShown = 14;
constexpr int nameRole = Qt::UserRole;

} // namespace

NamespacePopup::NamespacePopup(WindowState &state, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_state(state)
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(8), scaled(8), scaled(8), scaled(8));
    column->setSpacing(scaled(measure::Grid));
    column->addWidget(m_search);
    column->addWidget(m_list);
    setFrameShape(QFrame::Box);
    setFixedWidth(scaled(wide));
    whenTranslated(this, [this] {
        m_search->setPlaceholderText(tr("Namespace"));
        m_search->setAccessibleName(tr("Find or enter a namespace"));
        m_list->setAccessibleName(tr("Namespaces"));
    });
    m_search->addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    connect(m_search, &QLineEdit::textChanged, this, &NamespacePopup::fill);
    connect(m_search, &QLineEdit::returnPressed, this, &NamespacePopup::useTyped);
    connect(m_list, &QListWidget::itemClicked, this, &NamespacePopup::chosen);
    connect(m_list, &QListWidget::itemActivated, this, &NamespacePopup::chosen);
}

void NamespacePopup::setKnown(const QStringList &names)
{
    m_known = names;
    m_known.sort();
    if (isVisible())
        fill();
}

void NamespacePopup::openBelow(const QWidget &button)
{
    m_before = m_chosen = m_state.namespaces();
    m_search->clear();
    fill();
    m_list->setFixedHeight(scaled(measure::Row) * std::clamp(static_cast<int>(m_known.size()) + 1, 2, rowsShown) +
                           scaled(measure::Grid));
    adjustSize();
    move(button.mapToGlobal(QPoint(0, button.height() + scaled(measure::Grid))));
    show();
    m_search->setFocus();
}

bool NamespacePopup::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Down) {
        m_list->setFocus();
        m_list->setCurrentRow(0);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void NamespacePopup::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Cancel))
        m_chosen = m_before;
    QFrame::keyPressEvent(event);
}

/// However it is closed. What was chosen elsewhere meanwhile stays where nothing was chosen here.
void NamespacePopup::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    if (m_chosen != m_before)
        m_state.setNamespaces(m_chosen);
}

void NamespacePopup::fill()
{
    const std::vector<std::string> &now = m_chosen;
    const auto isChosen = [&](const QString &name) { return std::ranges::find(now, name.toStdString()) != now.end(); };
    const auto add = [this](const QString &text, const QString &name, bool on) {
        auto *item = new QListWidgetItem(text, m_list);
        item->setData(nameRole, name);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    };
    m_list->clear();
    if (m_search->text().isEmpty())
        add(tr("All namespaces"), QString(), now.empty());
    QStringList names = m_known;
    for (const std::string &name : now) {
        const QString text = QString::fromStdString(name);
        if (!names.contains(text))
            names.prepend(text);
    }
    for (const QString &name : std::as_const(names)) {
        if (name.contains(m_search->text(), Qt::CaseInsensitive))
            add(displayText(name.toStdString()), name, isChosen(name));
    }
}

void NamespacePopup::chosen(QListWidgetItem *item)
{
    const QString name = item->data(nameRole).toString();
    if (name.isEmpty()) {
        m_chosen.clear();
        close();
        return;
    }
    if (std::erase(m_chosen, name.toStdString()) == 0)
        m_chosen.push_back(name.toStdString());
    const int row = m_list->row(item);
    fill();
    m_list->setCurrentRow(row);
}

void NamespacePopup::useTyped()
{
    const QString typed = m_search->text().trimmed();
    if (typed.isEmpty())
        return;
    m_chosen = {m_list->count() == 1 ? m_list->item(0)->data(nameRole).toString().toStdString() : typed.toStdString()};
    close();
}

} // namespace wk
