// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/shapedtext.h"

#include <QCache>
#include <QFontMetrics>
#include <QGlyphRun>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <vector>

namespace wk {

namespace {

constexpr int LinesKept = 4096;
constexpr std::size_t FontsKept = 32;
/// Of a text that is not elided.
constexpr int Whole = -1;

struct LineKey {
    QString text;
    std::size_t font = 0; ///< its place among those kept
    int room = Whole;
    Qt::TextElideMode mode = Qt::ElideNone;

    friend bool operator==(const LineKey &a, const LineKey &b) = default;
    friend size_t qHash(const LineKey &key, size_t seed)
    {
        return qHashMulti(seed, key.text, key.font, key.room, int(key.mode));
    }
};

struct ShapedLine {
    QList<QGlyphRun> glyphs;
    double width = 0;
    double height = 0;
    bool isRightToLeft = false; ///< some of it
};

bool isRightToLeft(QChar c)
{
    return c.direction() == QChar::DirR || c.direction() == QChar::DirAL;
}

ShapedLine *shape(const QFont &font, const QString &text)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setFlags(QTextOption::IncludeTrailingSpaces);
    layout.setTextOption(option);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    if (!line.isValid())
        return new ShapedLine;
    return new ShapedLine{layout.glyphRuns(), line.horizontalAdvance(), line.height(),
                          std::ranges::any_of(text, isRightToLeft)};
}

class ShapedLines
{
public:
    const ShapedLine &whole(const QFont &font, const QString &text) { return *line({text, placeOf(font)}, font); }
    const ShapedLine &fitting(const QFont &font, const QString &text, int room, Qt::TextElideMode mode)
    {
        const std::size_t place = placeOf(font);
        const ShapedLine *all = line({text, place}, font);
        return qRound(all->width) <= room ? *all : *line({text, place, room, mode}, font);
    }
    QString elided(const QFont &font, const LineKey &key)
    {
        LineKey placed = key;
        placed.font = placeOf(font);
        if (const QString *known = m_elided.object(placed))
            return *known;
        const QString made = QFontMetrics(font).elidedText(key.text, key.mode, key.room);
        m_elided.insert(placed, new QString(made));
        return made;
    }

private:
    const ShapedLine *line(const LineKey &key, const QFont &font)
    {
        if (const ShapedLine *known = m_lines.object(key))
            return known;
        const bool isWhole = key.room == Whole;
        ShapedLine *made =
            shape(font, isWhole ? key.text : QFontMetrics(font).elidedText(key.text, key.mode, key.room));
        m_lines.insert(key, made);
        return made;
    }
    std::size_t placeOf(const QFont &font)
    {
        const auto found = std::ranges::find(m_fonts, font);
        if (found != m_fonts.end())
            return std::size_t(found - m_fonts.begin());
        if (m_fonts.size() == FontsKept) { // the user has changed the font many times
            m_fonts.clear();
            m_lines.clear();
            m_elided.clear();
        }
        m_fonts.push_back(font);
        return m_fonts.size() - 1;
    }

    std::vector<QFont> m_fonts;
    QCache<LineKey, ShapedLine> m_lines{LinesKept};
    QCache<LineKey, QString> m_elided{LinesKept};
};

ShapedLines &shapedLines()
{
    static ShapedLines lines;
    return lines;
}

} // namespace

int shapedWidth(const QFont &font, const QString &text)
{
    return qRound(shapedLines().whole(font, text).width);
}

QString shapedElided(const QFont &font, const QString &text, Qt::TextElideMode mode, int width)
{
    return shapedLines().elided(font, {text, 0, width, mode});
}

void paintShaped(QPainter &painter, const QRect &area, Qt::Alignment alignment, Qt::TextElideMode mode,
                 const QString &text)
{
    if (area.width() <= 0 || text.isEmpty())
        return;
    const ShapedLine &line = shapedLines().fitting(painter.font(), text, area.width(), mode);
    if (painter.font().strikeOut() || line.isRightToLeft) { // Qt places these by more than their glyphs
        painter.drawText(area, int(alignment | Qt::AlignVCenter),
                         QFontMetrics(painter.font()).elidedText(text, mode, area.width()));
        return;
    }
    const double left =
        alignment.testFlag(Qt::AlignRight) ? area.left() + area.width() - line.width : double(area.left());
    const QPointF origin(left, area.top() + (area.height() - line.height) / 2);
    const bool isCut = qRound(line.width) > area.width(); // no room for the ellipsis
    if (isCut) {
        painter.save();
        painter.setClipRect(area, Qt::IntersectClip);
    }
    for (const QGlyphRun &run : line.glyphs)
        painter.drawGlyphRun(origin, run);
    if (isCut)
        painter.restore();
}

} // namespace wk
