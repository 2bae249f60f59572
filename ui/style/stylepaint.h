// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyle>
#include <QStyleOption>

class QPainter;
class QWidget;

/// What ProxyStyle paints, one function an element. Gui thread; nothing is kept between calls.
namespace wk::paint {

inline constexpr char edgeProperty[] = "wkFilterEdge";
inline constexpr char primaryProperty[] = "wkPrimary";

void focusFrame(QPainter &painter, const QStyleOption &option);
void lineEdit(QPainter &painter, const QStyleOption &option, const QWidget *widget);
void button(QPainter &painter, const QStyleOption &option, const QWidget *widget);
void toolButton(QPainter &painter, const QStyleOption &option);
void comboBox(QPainter &painter, const QStyleOption &option, const QRect &arrow);
/// The option with the ink that goes with the button's fill.
QStyleOptionButton buttonLabel(const QStyleOptionButton &option, const QWidget *widget);
void checkBox(QPainter &painter, const QStyleOption &option);
void radioButton(QPainter &painter, const QStyleOption &option);

void itemRow(QPainter &painter, const QStyleOption &option);
void branch(QPainter &painter, const QStyleOption &option);
void chevron(QPainter &painter, const QStyleOption &option, bool down);
void headerSection(QPainter &painter, const QStyleOption &option);
QStyleOptionHeaderV2 headerLabel(const QStyleOptionHeader &option);
/// The label has the whole width but its padding; the arrow stands right behind the text.
QRect headerLabelRect(const QStyleOptionHeader &header);
QRect headerArrowRect(const QStyleOptionHeader &header);
void sortArrow(QPainter &painter, const QStyleOption &option);
QColor gridColour(const QStyleOption *option);

void tabShape(QPainter &painter, const QStyleOption &option);
void tabLabel(QPainter &painter, const QStyleOption &option);
void tabBarBase(QPainter &painter, const QStyleOption &option);
void dockTitle(QPainter &painter, const QStyleOption &option);
void separator(QPainter &painter, const QStyleOption &option);
void popup(QPainter &painter, const QStyleOption &option);

void progressGroove(QPainter &painter, const QStyleOption &option);
void progressContents(QPainter &painter, const QStyleOption &option);
void scrollCorner(QPainter &painter, const QStyleOption &option);
void scrollBar(QPainter &painter, const QStyleOption &option, const QRect &slider);
QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part);

} // namespace wk::paint
