// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamdelegate.h"

#include "ui/models/eventwords.h"
#include "ui/models/paintedwords.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QPainter>
#include <QTableView>

namespace wk {

namespace {

constexpr int GlyphGap = 6;
constexpr int MarkWidth = 3;
constexpr int PlayheadWidth = 2;

/// Whether a row is about the object.
bool names(const ObjectRef &ref, const StreamModel &model, int row)
{
    return !ref.isEmpty() && model.refAt(row) == ref;
}

bool isTinted(EntryType type)
{
    return type == EntryType::Error || type == EntryType::Relist || type == EntryType::Gap;
}

bool isSelected(const QStyleOptionViewItem &option)
{
    return option.state & QStyle::State_Selected;
}

/// The ink of a column's text. On a selected row the third level is too pale and becomes the second.
const QColor &inkOf(const Tokens &colours, int column, const StreamModel::Outline &row, bool selected)
{
    const bool isHealthRow = !row.isOfObject || row.isNoNews;
    switch (StreamModel::Column(column)) {
    case StreamModel::Class: // what was seen as it happened needs no ink
        return row.origin == EntryClass::Inferred  ? colours.gap
               : row.origin == EntryClass::Resumed ? colours.text
               : selected                          ? colours.text2
                                                   : colours.text3;
    case StreamModel::Kind: return colours.text;
    case StreamModel::Name: return isHealthRow ? (selected ? colours.text2 : colours.text3) : colours.text;
    case StreamModel::Size: return selected ? colours.text2 : colours.text3;
    default: return colours.text2;
    }
}

int leftPadding(int column)
{
    return scaled(column == 0 ? measure::FirstPadding : measure::CellPadding);
}

QRect textArea(const QStyleOptionViewItem &option, int column)
{
    return option.rect.adjusted(leftPadding(column), 0, -scaled(measure::CellPadding), 0);
}

/// A row about a watch names nobody: what it says goes on where WHO would stand, if that is the next column.
QRect sentenceArea(const QStyleOptionViewItem &option, int column)
{
    const auto *table = qobject_cast<const QTableView *>(option.widget);
    const int changed = StreamModel::Changed;
    const int who = StreamModel::Who;
    const QRect own = column == changed ? textArea(option, column) : QRect();
    if (!table || table->isColumnHidden(changed) || table->isColumnHidden(who))
        return own;
    const int begin = table->columnViewportPosition(changed);
    const int end = table->columnViewportPosition(who);
    if (end != begin + table->columnWidth(changed))
        return own;
    QStyleOptionViewItem both = option;
    both.rect.setLeft(begin);
    both.rect.setWidth(table->columnWidth(changed) + table->columnWidth(who));
    return textArea(both, changed);
}

QFont typeFont()
{
    QFont font = fontOf(TextRole::Body);
    font.setWeight(QFont::Medium);
    return font;
}

void paintType(QPainter &painter, const QStyleOptionViewItem &option, const StreamModel::Outline &row,
               const Tokens &colours)
{
    const QRect area = textArea(option, StreamModel::Type);
    const EntryType shown = shownAs(row.type, row.origin);
    const QColor &ink = row.isNoNews ? colours.text3 : eventInk(colours, shown);
    const int side = scaled(measure::Glyph);
    const QRectF box(area.left(), area.center().y() - side / 2 + 0.5, side, side);
    paintGlyph(painter, box, shown, row.origin, ink);
    painter.setFont(typeFont());
    painter.setPen(!isSelected(option) ? ink : row.isNoNews ? colours.text2 : colours.text);
    const QRect word = area.adjusted(StreamDelegate::typeIndent(), 0, 0, 0);
    paintShaped(painter, word, Qt::AlignLeft, Qt::ElideRight, QString::fromLatin1(rowTypeName(row.type, row.origin)));
}

bool isInMono(int column, const StreamModel::Outline &row)
{
    return column == StreamModel::Name && row.isOfObject;
}

WordsFace wordsFace(const EventWords &words, const Tokens &colours)
{
    return {fontOf(TextRole::MonoBody), fontOf(TextRole::Body), colours.text2,
            words.isQuiet ? colours.text2 : colours.text};
}

/// How wide the cell shows all of its text.
int textWidth(const QModelIndex &index, const StreamModel::Outline &row, const Tokens &colours)
{
    const auto *model = static_cast<const StreamModel *>(index.model());
    const QString text = index.data().toString();
    if (index.column() == StreamModel::Type)
        return StreamDelegate::typeIndent() + shapedWidth(typeFont(), text);
    if (index.column() != StreamModel::Changed)
        return shapedWidth(fontOf(isInMono(index.column(), row) ? TextRole::Mono : TextRole::Body), text);
    const EventWords words = model->wordsAt(index.row());
    return wordsWidth(words, wordsFace(words, colours));
}

} // namespace

int StreamDelegate::typeIndent()
{
    return scaled(measure::Glyph) + scaled(GlyphGap);
}

void StreamDelegate::paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                                     const StreamModel::Outline &row) const
{
    const Tokens &colours = tokens(option.palette);
    const bool active = option.state & QStyle::State_Active;
    const bool alternate = option.features & QStyleOptionViewItem::Alternate;
    if (isSelected(option))
        painter.fillRect(option.rect, active ? colours.sel : colours.selOff);
    else if (isTinted(row.type))
        painter.fillRect(option.rect, eventTint(colours, row.type));
    else if (m_hovered && row.id == *m_hovered)
        painter.fillRect(option.rect, colours.hover);
    else
        painter.fillRect(option.rect, alternate ? colours.alt : colours.base);
    if (row.type == EntryType::Gap) {
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), colours.gap);
        painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colours.gap);
    }
}

void StreamDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    const auto *model = static_cast<const StreamModel *>(index.model());
    const std::optional<StreamModel::Outline> row = model->outlineAt(index.row());
    if (!row)
        return;
    QStyleOptionViewItem option = given;
    const Tokens &colours = tokens(option.palette);
    painter->save();
    paintBackground(*painter, option, *row);
    const bool isAfter = m_playhead && row->id >= *m_playhead;
    const bool isPale = isAfter && !isSelected(option);
    paintCell(*painter, option, index, *row, isPale ? afterPlayhead(colours) : colours);
    // Under the last row that had happened by then, or over the first that had not.
    const bool isLast = m_playhead && index.row() + 1 == model->countBefore(*m_playhead);
    const bool isFirst = isAfter && index.row() == 0;
    if (isLast || isFirst) {
        const int thick = scaled(PlayheadWidth);
        const int top = isLast ? option.rect.bottom() + 1 - thick : option.rect.top();
        painter->fillRect(QRect(option.rect.left(), top, option.rect.width(), thick), colours.accent);
    }
    painter->restore();
}

void StreamDelegate::paintCell(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                               const StreamModel::Outline &row, const Tokens &colours) const
{
    const auto *model = static_cast<const StreamModel *>(index.model());
    if (index.column() == 0 && names(m_marked, *model, index.row()))
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), scaled(MarkWidth), option.rect.height()),
                         colours.accent);
    if (option.state & QStyle::State_HasFocus) {
        painter.setPen(colours.accent);
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    QRect area = textArea(option, index.column());
    if (index.column() == StreamModel::Type)
        return paintType(painter, option, row, colours);
    const bool isSentence = !row.isOfObject && index.column() == StreamModel::Who;
    if (index.column() == StreamModel::Changed || isSentence) {
        const EventWords words = model->wordsAt(index.row());
        painter.setClipRect(option.rect, Qt::IntersectClip);
        const QRect room = row.isOfObject ? area : sentenceArea(option, index.column());
        return paintWords(painter, room, words, wordsFace(words, colours));
    }
    if (index.column() == StreamModel::Cluster)
        area = paintClusterDot(painter, area, colourOf(*model, row.id), colours);
    const bool isName = index.column() == StreamModel::Name;
    const bool isNumber = index.column() == StreamModel::Version || index.column() == StreamModel::Size;
    painter.setFont(fontOf(isInMono(index.column(), row) ? TextRole::Mono : TextRole::Body));
    painter.setPen(inkOf(colours, index.column(), row, isSelected(option)));
    paintShaped(painter, area, isNumber ? Qt::AlignRight : Qt::AlignLeft, isName ? Qt::ElideMiddle : Qt::ElideRight,
                index.data().toString());
}

ClusterColour StreamDelegate::colourOf(const StreamModel &model, RowId row) const
{
    return m_clusters ? m_clusters->colourOf(m_clusters->numberOf(model.log().watch(row))) : ClusterColour::None;
}

QSize StreamDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = static_cast<const StreamModel *>(index.model());
    const std::optional<StreamModel::Outline> row = model->outlineAt(index.row());
    int text = row ? textWidth(index, *row, tokens(option.palette)) : 0;
    if (row && index.column() == StreamModel::Cluster)
        text += clusterDotWidth(colourOf(*model, row->id));
    return {text + leftPadding(index.column()) + scaled(measure::CellPadding) + 1, scaled(measure::Row)};
}

} // namespace wk
