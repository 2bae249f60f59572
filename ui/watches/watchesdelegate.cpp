// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/watches/watchesdelegate.h"

#include "ui/models/watchesmodel.h"
#include "ui/style/clusterlook.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"
#include "ui/style/watchmark.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace wk {

namespace {

constexpr int SectionHeight = 28;
constexpr int DetailIndent = 31; // the watches' picture: under the word, not under the glyph
constexpr int ProgressWidth = 116;
constexpr int ProgressHeight = 4;
constexpr int BarsHeight = 14;
constexpr int BarsWidth = 144;

void paintGround(QPainter *painter, const QStyleOptionViewItem &option)
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
}

bool isSelected(const QStyleOptionViewItem &option)
{
    return option.state.testFlag(QStyle::State_Selected);
}

WatchLook lookOf(const QModelIndex &index)
{
    return {WatchState(index.data(WatchesModel::StateRole).toInt()), index.data(WatchesModel::SilentRole).toBool(),
            index.data(WatchesModel::QuietRole).toBool()};
}

} // namespace

void WatchesDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    switch (WatchesModel::RowKind(index.data(WatchesModel::KindRole).toInt())) {
    case WatchesModel::Section: paintSection(painter, option, index); break;
    case WatchesModel::Detail: paintDetail(painter, option, index); break;
    case WatchesModel::Watch:
        paintGround(painter, option);
        if (index.column() == WatchesModel::State)
            paintState(painter, option, index);
        else if (index.column() == WatchesModel::Events)
            paintBars(painter, option, index);
        else
            paintText(painter, option, index);
        break;
    }
    painter->restore();
}

QSize WatchesDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const bool isSection = index.data(WatchesModel::KindRole).toInt() == WatchesModel::Section;
    return {scaled(60), scaled(isSection ? SectionHeight : measure::Row)};
}

void WatchesDelegate::paintSection(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tokens &tokens = wk::tokens(option.palette);
    painter->fillRect(option.rect, tokens.panel);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tokens.border);
    painter->setFont(fontOf(TextRole::BodyBold));
    painter->setPen(tokens.text);
    QRect area = option.rect.adjusted(scaled(measure::FirstPadding), 0, 0, 0);
    painter->drawText(area, Qt::AlignVCenter, index.data().toString());
    area.adjust(painter->fontMetrics().horizontalAdvance(index.data().toString()) + scaled(8), 0, 0, 0);
    painter->setFont(fontOf(TextRole::Body));
    painter->setPen(tokens.text2);
    painter->drawText(area, Qt::AlignVCenter, index.data(WatchesModel::NoteRole).toString());
}

QString WatchesDelegate::linkText(const QModelIndex &index)
{
    switch (WatchesModel::Action(index.data(WatchesModel::ActionRole).toInt())) {
    case WatchesModel::Action::None: return {};
    case WatchesModel::Action::Retry: return tr("Retry now");
    case WatchesModel::Action::Look: return tr("Look now");
    case WatchesModel::Action::CopyRule: return tr("Copy rule");
    }
    return {};
}

QRect WatchesDelegate::linkRect(const QRect &row, const QModelIndex &index) const
{
    const QString link = linkText(index);
    if (link.isEmpty() || index.data(WatchesModel::KindRole).toInt() != WatchesModel::Detail)
        return {};
    const QFontMetrics body(fontOf(TextRole::Body));
    const QFontMetrics bold(fontOf(TextRole::BodyBold));
    const int width = bold.horizontalAdvance(link);
    const int left = row.left() + scaled(DetailIndent);
    const int most = row.right() - left - width - scaled(24);
    const int text = std::min(body.horizontalAdvance(index.data().toString()), most);
    return {left + text + (text > 0 ? scaled(8) : 0), row.top(), width, row.height()};
}

void WatchesDelegate::paintDetail(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &tokens = wk::tokens(option.palette);
    painter->fillRect(option.rect, tokens.base);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tokens.border);
    const double progress = index.data(WatchesModel::ProgressRole).toDouble();
    const QRect link = linkRect(option.rect, index);
    QRect area = option.rect.adjusted(scaled(DetailIndent), 0, -scaled(measure::FirstPadding), 0);
    if (!link.isEmpty())
        area.setRight(link.left() - scaled(8));
    else if (progress >= 0)
        area.setRight(area.right() - scaled(ProgressWidth + 16));
    painter->setFont(fontOf(TextRole::Body));
    painter->setPen(tokens.text2);
    const QString text = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, area.width());
    painter->drawText(area, Qt::AlignVCenter, text);
    if (progress >= 0) {
        const int left = area.left() + painter->fontMetrics().horizontalAdvance(text) + scaled(14);
        const QRectF groove(left, area.center().y() - 1, scaled(ProgressWidth), scaled(ProgressHeight));
        painter->fillRect(groove, tokens.border);
        painter->fillRect(QRectF(groove.topLeft(), QSizeF(groove.width() * progress, groove.height())), tokens.accent);
    }
    if (link.isEmpty())
        return;
    painter->setFont(fontOf(TextRole::BodyBold));
    painter->setPen(tokens.accent);
    painter->drawText(link, Qt::AlignVCenter, linkText(index));
}

void WatchesDelegate::paintState(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tokens &tokens = wk::tokens(option.palette);
    QRect area = option.rect.adjusted(scaled(measure::FirstPadding), 0, -scaled(measure::CellPadding), 0);
    paintWatchMark(*painter, area.translated(0, 1), lookOf(index), tokens);
    area.adjust(scaled(measure::Glyph + 6), 0, 0, 0);
    painter->setFont(fontOf(TextRole::Body));
    painter->setPen(isSelected(option) ? tokens.text : watchInk(tokens, lookOf(index)));
    painter->drawText(area, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, area.width()));
}

void WatchesDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tokens &tokens = wk::tokens(option.palette);
    const bool isName = index.column() == WatchesModel::Resource;
    const bool isLoud = index.data(WatchesModel::EmphasisRole).toBool();
    const QString text = index.data().toString();
    const bool isNothing = text == format::none() || text == QStringLiteral("0");
    painter->setFont(fontOf(isName ? TextRole::Mono : isLoud ? TextRole::BodyBold : TextRole::Body));
    QColor ink = isName ? tokens.text : tokens.text2;
    if (isNothing)
        ink = isSelected(option) ? tokens.text2 : tokens.text3;
    else if (isLoud)
        ink = index.column() == WatchesModel::LastWord ? tokens.gap : tokens.text;
    painter->setPen(ink);
    QRect area = option.rect.adjusted(scaled(measure::CellPadding), 0, -scaled(measure::CellPadding), 0);
    if (index.column() == WatchesModel::Cluster)
        area = paintClusterDot(*painter, area, ClusterColour(index.data(WatchesModel::ColourRole).toInt()), tokens);
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->drawText(area, int(alignment),
                      painter->fontMetrics().elidedText(text, isName ? Qt::ElideMiddle : Qt::ElideRight, area.width()));
}

void WatchesDelegate::paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tokens &tokens = wk::tokens(option.palette);
    const auto bars = index.data(WatchesModel::BarsRole).value<QList<int>>();
    const int most = bars.isEmpty() ? 0 : std::max(4, *std::max_element(bars.begin(), bars.end()));
    const QRect cell = option.rect.adjusted(scaled(measure::CellPadding), 0, -scaled(measure::CellPadding), 0);
    const double width = std::min(scaled(BarsWidth), cell.width()) / double(std::max<qsizetype>(1, bars.size()));
    const double floor = cell.center().y() + scaled(BarsHeight) / 2.0;
    painter->setOpacity(0.7);
    for (qsizetype i = 0; i < bars.size(); ++i) {
        if (bars[i] < 0)
            continue;
        const double height = bars[i] ? std::max(2.0, double(bars[i]) / most * scaled(BarsHeight)) : 1;
        const QRectF bar(cell.left() + double(i) * width, floor - height, std::max(1.0, width - 1), height);
        painter->fillRect(bar, bars[i] ? tokens.text3 : tokens.border);
    }
}

} // namespace wk
