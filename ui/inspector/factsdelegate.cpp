// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/factsdelegate.h"

#include "ui/models/factsmodel.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr int LabelWidth = 96;
constexpr int MomentWidth = 68; ///< of a clock's time or a day, at least
constexpr int MarkGap = 6;
constexpr int HeadingGap = 8;  ///< above a heading
constexpr int LineGap = 2;     ///< above and below a fact
constexpr int DetailLines = 6; ///< of a wrapped detail or value

const FactsModel &modelOf(const QModelIndex &index)
{
    return *static_cast<const FactsModel *>(index.model());
}

const QFont &valueFont(const Fact &fact)
{
    return fontOf(fact.isMono ? TextRole::Mono : TextRole::Body);
}

/// A text broken into DetailLines lines at most, at words where it can be, anywhere where it must.
class Wrapped
{
public:
    Wrapped(const QFont &font, const QString &text, int width)
        : m_layout(QString(text).replace(u'\n', QChar::LineSeparator), font)
    {
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        m_layout.setTextOption(option);
        m_layout.beginLayout();
        for (int number = 0; number < DetailLines; ++number) {
            QTextLine line = m_layout.createLine();
            if (!line.isValid())
                break;
            line.setLineWidth(std::max(width, 1));
            line.setPosition({0, m_height});
            m_height += line.height();
        }
        m_layout.endLayout();
    }

    int lines() const { return m_layout.lineCount(); }
    int height() const { return int(std::ceil(m_height)); }
    void draw(QPainter &painter, QPoint at) const { m_layout.draw(&painter, at); }

private:
    QTextLayout m_layout;
    double m_height = 0;
};

int wrappedHeight(const QFont &font, const QString &text, int width)
{
    return text.isEmpty() ? 0 : Wrapped(font, text, width).height();
}

/// Where the parts of a fact stand. `detail` is empty when there is none.
struct Places {
    QRect mark;
    QRect label;
    QRect value;
    QRect right;
    QRect detail;
};

/// A day needs more than a clock's time, and what happened stands in one line below another whichever of them is told.
int momentWidth()
{
    static const QString day = QStringLiteral("0000-00-00");
    return std::max(scaled(MomentWidth), QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(day) + 1);
}

/// The keys have a column; one that is too long for it has what its value leaves, else all the room, with the value
/// below.
int keyWidth(const Fact &fact, int room)
{
    const int column = fact.isMoment ? momentWidth() : scaled(LabelWidth);
    const int needed = QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(fact.label) + 1;
    if (needed <= column)
        return column;
    const int value = QFontMetrics(valueFont(fact)).horizontalAdvance(fact.value) + 1;
    return needed + scaled(measure::CellPadding) + value <= room ? needed : room;
}

/// Beside the label, or below one that has all the room.
void placeValue(Places &places, const Fact &fact, const QRect &room)
{
    const bool isBelow = !fact.value.isEmpty() && places.label.width() == room.width();
    const int label = places.label.width();
    const int left = isBelow || label == 0 ? room.left() : room.left() + label + scaled(measure::CellPadding);
    const int width = std::max(1, room.left() + room.width() - left);
    const int height = wrappedHeight(valueFont(fact), fact.value, width);
    if (isBelow)
        places.value = QRect(left, places.label.bottom() + 1, width, height);
    else
        places.value = QRect(left, room.top(), width, std::max(places.label.height(), height));
}

/// Where what a fact says begins, behind what opens it; the same for those that belong to it.
int indentOf(const Fact &fact)
{
    if (fact.isInner)
        return scaled(2 * (measure::Glyph + MarkGap));
    return fact.disclosure == Disclosure::None ? 0 : scaled(measure::Glyph + MarkGap);
}

/// Of a fact that a mark stands before: beside it the value has what it needs, or else all the room below.
int markedLabelWidth(const Fact &fact, int room)
{
    const int label = QFontMetrics(fontOf(TextRole::Body)).horizontalAdvance(fact.label) + 1;
    const int value = QFontMetrics(valueFont(fact)).horizontalAdvance(fact.value) + 1;
    const bool isBelow = label + scaled(measure::CellPadding) + value > room && value <= room;
    return isBelow ? room : std::min(room, label);
}

Places placesOf(const FactsModel &model, int row, const QRect &area)
{
    const Fact &fact = model.fact(row);
    const QRect inner =
        area.adjusted(scaled(measure::FirstPadding), scaled(LineGap), -scaled(measure::FirstPadding), -scaled(LineGap));
    const int line = std::max(QFontMetrics(fontOf(TextRole::Body)).lineSpacing(), scaled(measure::Row - 2 * LineGap));
    Places places;
    int left = inner.left() + indentOf(fact);
    if (fact.mark != FactMark::None) {
        const int side = scaled(fact.mark == FactMark::Phase ? measure::PhaseMark : measure::Glyph);
        places.mark = QRect(left, inner.top() + (line - side) / 2, side, side);
        left += scaled(measure::Glyph + MarkGap);
    }
    const QFontMetrics body(fontOf(TextRole::Body));
    const int rightWidth = body.horizontalAdvance(model.rightText(row));
    places.right = QRect(inner.right() - rightWidth, inner.top(), rightWidth + 1, line);
    const int gap = rightWidth > 0 ? scaled(measure::CellPadding) : 0;
    const int room = places.right.left() - gap - left;
    const bool isBeside = fact.mark == FactMark::None && !fact.label.isEmpty() && !fact.value.isEmpty();
    const int labelWidth = isBeside ? keyWidth(fact, room) : fact.value.isEmpty() ? room : markedLabelWidth(fact, room);
    const bool isAlone = fact.value.isEmpty() || labelWidth == room;
    const int labelHeight = isAlone ? wrappedHeight(fontOf(TextRole::Body), fact.label, labelWidth) : 0;
    places.label = QRect(left, inner.top(), labelWidth, std::max(line, labelHeight));
    placeValue(places, fact, QRect(left, inner.top(), room, line));
    if (!fact.detail.isEmpty()) {
        const int from = fact.isMoment ? places.value.left() : left;
        const int width = inner.right() - from;
        const int height = wrappedHeight(fontOf(TextRole::Body), fact.detail, width);
        const bool isSentence = fact.label.isEmpty() && fact.value.isEmpty() && rightWidth == 0;
        places.detail = QRect(from, isSentence ? inner.top() : places.value.bottom() + 1, width, height);
    }
    return places;
}

void paintMark(QPainter &painter, const Fact &fact, const QRect &box, const Tokens &colours)
{
    const QColor ink = fact.isOver ? colours.text3 : fact.mark == FactMark::Warning ? colours.gap : colours.text2;
    switch (fact.mark) {
    case FactMark::None: return;
    case FactMark::Phase: return paintPhase(painter, box, fact.phase, colours);
    case FactMark::Warning:
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(QPolygonF({QPointF(box.center().x() + 0.5, box.top() + 1.0),
                                       QPointF(box.right(), box.bottom()), QPointF(box.left() + 1.0, box.bottom())}));
        return;
    case FactMark::Normal:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(ink, 1.4));
        painter.drawEllipse(QRectF(box).adjusted(3, 3, -3, -3));
        return;
    }
}

void paintHeading(QPainter &painter, const QRect &area, const Fact &fact, const Tokens &colours)
{
    painter.setFont(fontOf(TextRole::BodyBold));
    painter.setPen(colours.text2);
    const QRect room =
        area.adjusted(scaled(measure::FirstPadding), scaled(HeadingGap), -scaled(measure::FirstPadding), 0);
    paintShaped(painter, room, Qt::AlignLeft, Qt::ElideRight, fact.label);
}

/// The inks of a fact's parts.
struct Inks {
    QColor label, value, right, detail;
};

Inks inksOf(const Fact &fact, const Tokens &colours, bool isSelected)
{
    const QColor faint = isSelected ? colours.text2 : colours.text3;
    if (fact.isOver)
        return {faint, faint, faint, faint};
    const bool labelIsValue = fact.mark != FactMark::None || fact.value.isEmpty();
    const QColor label = fact.isInner ? colours.text2 : labelIsValue ? colours.text : faint;
    const QColor value = fact.link      ? colours.accent
                         : fact.isBad   ? colours.deleted
                         : labelIsValue ? colours.text2
                                        : colours.text;
    return {label, value, faint, fact.isInner ? faint : colours.text2};
}

void paintFact(QPainter &painter, const FactsModel &model, int row, const QStyleOptionViewItem &option)
{
    const Tokens &colours = tokens(option.palette);
    const Fact &fact = model.fact(row);
    const Places places = placesOf(model, row, option.rect);
    const Inks inks = inksOf(fact, colours, option.state & QStyle::State_Selected);
    if (fact.disclosure != Disclosure::None)
        paintIcon(painter, FactsDelegate::twistyIn(option.rect),
                  fact.disclosure == Disclosure::Open ? Icon::ChevronDown : Icon::ChevronRight, inks.right);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMark(painter, fact, places.mark, colours);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(inks.label);
    const Wrapped label(fontOf(TextRole::Body), fact.label, places.label.width());
    if (label.lines() > 1 && label.height() <= places.label.height())
        label.draw(painter, places.label.topLeft());
    else
        painter.drawText(places.label, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(fact.label, Qt::ElideRight, places.label.width()));
    painter.setPen(inks.right);
    painter.drawText(places.right, Qt::AlignRight | Qt::AlignVCenter, model.rightText(row));
    painter.setFont(valueFont(fact));
    painter.setPen(inks.value);
    const Wrapped value(valueFont(fact), fact.value, places.value.width());
    const bool isCentred = value.lines() == 1 && places.value.top() == places.label.top();
    const int above = isCentred ? (places.label.height() - value.height()) / 2 : 0;
    value.draw(painter, {places.value.left(), places.value.top() + above});
    painter.setPen(inks.detail);
    Wrapped(fontOf(TextRole::Body), fact.detail, places.detail.width()).draw(painter, places.detail.topLeft());
}

} // namespace

QRect FactsDelegate::twistyIn(const QRect &area)
{
    const int side = scaled(measure::Glyph);
    return {area.left() + scaled(measure::FirstPadding), area.top() + (scaled(measure::Row) - side) / 2, side, side};
}

void FactsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colours = tokens(option.palette);
    const FactsModel &model = modelOf(index);
    const Fact &fact = model.fact(index.row());
    if (fact.isHeading)
        return paintHeading(*painter, option.rect, fact, colours);
    painter->save();
    painter->setClipRect(option.rect);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, option.state & QStyle::State_Active ? colours.sel : colours.selOff);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, colours.hover);
    paintFact(*painter, model, index.row(), option);
    painter->restore();
}

QSize FactsDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const FactsModel &model = modelOf(index);
    if (model.fact(index.row()).isHeading)
        return {0, scaled(measure::Row + HeadingGap)};
    const auto *view = static_cast<const QAbstractScrollArea *>(option.widget);
    const int width = view ? view->viewport()->width() : scaled(measure::Inspector);
    const Places places = placesOf(model, index.row(), QRect(0, 0, width, 0));
    const int bottom = places.detail.isEmpty() ? places.value.bottom() : places.detail.bottom() + scaled(LineGap);
    return {0, bottom + 1 + scaled(LineGap)};
}

} // namespace wk
