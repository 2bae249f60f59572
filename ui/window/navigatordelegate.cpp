// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigatordelegate.h"

#include "ui/models/navigatormodel.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"
#include "ui/style/watchmark.h"

#include <QApplication>
#include <QPainter>

namespace wk {

namespace {

// The navigator of the table's picture: names begin under the group's word.
constexpr int TextLeft = 28;
constexpr int ApiGroupLeft = 40;
constexpr int DeepTextLeft = 40;
constexpr int RightPadding = 12;

void paintTwisty(QPainter *painter, const QRect &row, bool isOpen, int left, const Tokens &tokens)
{
    const int size = scaled(measure::Glyph);
    const QRect box(row.left() + left - size - scaled(4), row.top() + (row.height() - size) / 2, size, size);
    paintIcon(*painter, box, isOpen ? Icon::ChevronDown : Icon::ChevronRight, tokens.text3);
}

void paintCount(QPainter *painter, const QRect &area, const QModelIndex &index, const QColor &exact,
                const QColor &asked)
{
    painter->setFont(fontOf(TextRole::Body));
    painter->setPen(index.data(NavigatorModel::ExactRole).toBool() ? exact : asked);
    paintShaped(*painter, area, Qt::AlignRight, Qt::ElideRight, index.data(NavigatorModel::CountRole).toString());
}

/// The mark, and behind it the count, which goes on to be the last known; the words where there is none and they have
/// room. Returns where the name ends.
int paintState(QPainter *painter, const QRect &area, const QModelIndex &index, bool isSelected, const Tokens &tokens)
{
    const WatchLook look{WatchState(index.data(NavigatorModel::StateRole).toInt()),
                         index.data(NavigatorModel::SilentRole).toBool(), false};
    const int side = scaled(measure::Glyph);
    const int gap = scaled(6);
    painter->setFont(fontOf(TextRole::Body));
    const auto widthOf = [painter](const QString &text) { return shapedWidth(painter->font(), text); };
    const int room = area.width() - side - 2 * gap - widthOf(index.data().toString());
    const QString count = index.data(NavigatorModel::CountRole).toString();
    const QString words = index.data(NavigatorModel::StateTextRole).toString();
    const bool hasWords = count.isEmpty() && widthOf(words) <= room;
    const QString text = hasWords ? words : count;
    painter->setPen(isSelected ? tokens.text2 : hasWords ? watchInk(tokens, look) : tokens.text3);
    paintShaped(*painter, area, Qt::AlignRight, Qt::ElideRight, text);
    const int width = text.isEmpty() ? 0 : widthOf(text) + gap;
    const QRectF box(area.right() + 1 - width - side, area.top(), side, area.height());
    paintWatchMark(*painter, box, look, tokens);
    return int(box.left()) - gap;
}

} // namespace

void NavigatorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Tokens &tokens = wk::tokens(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto node = NavigatorModel::NodeKind(index.data(NavigatorModel::NodeRole).toInt());
    const bool isDeep =
        index.parent().data(NavigatorModel::NodeRole).toInt() == int(NavigatorModel::NodeKind::ApiGroup);
    const int left = scaled(node == NavigatorModel::NodeKind::ApiGroup ? ApiGroupLeft
                            : isDeep                                   ? DeepTextLeft
                                                                       : TextLeft);
    if (node != NavigatorModel::NodeKind::Kind)
        paintTwisty(painter, option.rect, option.state.testFlag(QStyle::State_Open), left, tokens);
    QRect area = option.rect.adjusted(left, 0, -scaled(RightPadding), 0);
    if (const int state = index.data(NavigatorModel::StateRole).toInt();
        node == NavigatorModel::NodeKind::Kind && state >= 0) {
        area.setRight(paintState(painter, area, index, isSelected, tokens));
    } else if (index.data(NavigatorModel::LockedRole).toBool()) {
        const int size = scaled(measure::FieldIcon);
        const QRect lock(area.right() - size + 1, area.top() + (area.height() - size) / 2, size, size);
        paintIcon(*painter, lock, Icon::Lock, isSelected ? tokens.text2 : tokens.text3);
        area.setRight(lock.left() - scaled(6));
    } else if (node == NavigatorModel::NodeKind::Kind) {
        paintCount(painter, area, index, isSelected ? tokens.text : tokens.text2,
                   isSelected ? tokens.text2 : tokens.text3);
        const int width =
            shapedWidth(fontOf(TextRole::Body), index.data(NavigatorModel::CountRole).toString());
        area.setRight(area.right() - width - scaled(6));
    }
    const bool isGroup = node == NavigatorModel::NodeKind::Group;
    painter->setFont(fontOf(isGroup                                      ? TextRole::BodyBold
                            : node == NavigatorModel::NodeKind::ApiGroup ? TextRole::Caption
                                                                         : TextRole::Body));
    painter->setPen(isGroup ? tokens.text2 : node == NavigatorModel::NodeKind::ApiGroup ? tokens.text3 : tokens.text);
    paintShaped(*painter, area, Qt::AlignLeft, Qt::ElideMiddle, index.data().toString());
    painter->restore();
}

QSize NavigatorDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {scaled(80), scaled(measure::Row)};
}

} // namespace wk
