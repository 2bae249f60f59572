// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/panebar.h"

#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>

#include <utility>

namespace wk {

namespace {

constexpr int TabPadding = 6;
constexpr int ClosePadding = 4;
constexpr int CountGap = 4;

} // namespace

PaneTabs::PaneTabs(QWidget *parent)
    : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
}

void PaneTabs::setTabCount(int tab, int count)
{
    if (tabData(tab).toInt() == count && tabData(tab).isValid())
        return;
    setTabData(tab, count);
    setTabText(tab, tabText(tab)); // lays the tabs out again
    fit();
}

void PaneTabs::setRoom(int width)
{
    m_room = width;
    fit();
}

/// Other words may have come.
void PaneTabs::tabLayoutChange()
{
    if (fittingLook() != m_look)
        QMetaObject::invokeMethod(this, &PaneTabs::fit, Qt::QueuedConnection);
}

PaneTabs::Look PaneTabs::fittingLook() const
{
    for (const Look look : {Look::Roomy, Look::Close}) {
        int width = 0;
        for (int tab = 0; tab < count(); ++tab)
            width += widthOf(tab, look);
        if (width <= m_room)
            return look;
    }
    return Look::Bare;
}

void PaneTabs::fit()
{
    const Look look = fittingLook();
    if (count() == 0 || std::exchange(m_look, look) == look)
        return;
    setTabText(0, tabText(0));
}

QString PaneTabs::countText(int tab, Look look) const
{
    const QVariant count = tabData(tab);
    if (!count.isValid() || count.toInt() < 0 || look == Look::Bare)
        return {};
    const bool isShort = look == Look::Close && count.toInt() >= 1000;
    return isShort ? QString::number(count.toInt() / 1000) + u'k' : format::number(count.toInt());
}

int PaneTabs::widthOf(int tab, Look look) const
{
    const int padding = scaled(look == Look::Roomy ? TabPadding : ClosePadding);
    int width = 2 * padding + QFontMetrics(fontOf(TextRole::BodyBold)).horizontalAdvance(tabText(tab));
    if (const QString count = countText(tab, look); !count.isEmpty())
        width += scaled(CountGap) + QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(count);
    return width;
}

QSize PaneTabs::tabSizeHint(int index) const
{
    return {widthOf(index, m_look), scaled(measure::Tab)};
}

void PaneTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &colours = tokens(palette());
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int tab = 0; tab < count(); ++tab) {
        const bool chosen = tab == currentIndex();
        const QRect area = tabRect(tab);
        const int padding = scaled(m_look == Look::Roomy ? TabPadding : ClosePadding);
        const QRect text = area.adjusted(padding, 0, -padding, 0);
        const QFont &font = fontOf(chosen ? TextRole::BodyBold : TextRole::Body);
        painter.setFont(font);
        painter.setPen(chosen || area.contains(pointer) ? colours.text : colours.text2);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, tabText(tab));
        painter.setFont(fontOf(TextRole::Body));
        painter.setPen(colours.text3);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, countText(tab, m_look));
        if (chosen)
            painter.fillRect(QRect(text.left(), area.bottom() - 1, text.width(), 2), colours.accent);
        if (chosen && hasFocus()) {
            painter.setPen(QPen(colours.accent, 1));
            painter.drawRect(area.adjusted(1, 4, -2, -5));
        }
    }
}

PaneBar::PaneBar(Qt::TextElideMode elide, QWidget *parent)
    : QWidget(parent)
    , m_tabs(new PaneTabs(this))
    , m_facts(new ElidedLabel(elide, this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(measure::Grid), 0, scaled(measure::FirstPadding), 0);
    row->setSpacing(scaled(measure::Grid));
    row->addWidget(m_tabs);
    row->addWidget(m_facts, 1);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->hide();
    setFixedHeight(scaled(measure::Tab) + 1);
}

void PaneBar::setFacts(const QString &facts)
{
    m_facts->setText(facts);
    m_facts->setVisible(!facts.isEmpty());
    giveRoom();
}

void PaneBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    giveRoom();
}

void PaneBar::giveRoom()
{
    const int facts = m_facts->isHidden() ? 0 : m_facts->minimumSizeHint().width() + layout()->spacing();
    m_tabs->setRoom(layout()->contentsRect().width() - facts);
}

void PaneBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens(palette()).border);
}

} // namespace wk
