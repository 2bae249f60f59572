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

namespace wk {

namespace {

constexpr int TabPadding = 6;
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
}

QString PaneTabs::countText(int tab) const
{
    const QVariant count = tabData(tab);
    return count.isValid() && count.toInt() >= 0 ? format::number(count.toInt()) : QString();
}

QSize PaneTabs::tabSizeHint(int index) const
{
    int width = 2 * scaled(TabPadding) + QFontMetrics(fontOf(TextRole::BodyBold)).horizontalAdvance(tabText(index));
    if (const QString count = countText(index); !count.isEmpty())
        width += scaled(CountGap) + QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(count);
    return {width, scaled(measure::Tab)};
}

void PaneTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &colours = tokens(palette());
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    for (int tab = 0; tab < count(); ++tab) {
        const bool chosen = tab == currentIndex();
        const QRect area = tabRect(tab);
        const QRect text = area.adjusted(scaled(TabPadding), 0, -scaled(TabPadding), 0);
        const QFont &font = fontOf(chosen ? TextRole::BodyBold : TextRole::Body);
        painter.setFont(font);
        painter.setPen(chosen || area.contains(pointer) ? colours.text : colours.text2);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, tabText(tab));
        painter.setFont(fontOf(TextRole::Body));
        painter.setPen(colours.text3);
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, countText(tab));
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
    setFixedHeight(scaled(measure::Tab) + 1);
}

void PaneBar::setFacts(const QString &facts)
{
    m_facts->setText(facts);
}

void PaneBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens(palette()).border);
}

} // namespace wk
