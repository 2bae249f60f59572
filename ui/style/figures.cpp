// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/figures.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>

#include <algorithm>
#include <array>

namespace wk {

namespace {

constexpr char16_t first = 0x20;
constexpr char16_t last = 0x7e;
/// Asked for by ui/style/fonts.cpp.
constexpr bool areOfTheFont = QT_VERSION >= QT_VERSION_CHECK(6, 7, 0);

/// The glyphs of a font's ASCII, digits as wide as the widest.
struct FigureFace {
    QFont font;
    QRawFont raw;
    std::array<quint32, last - first + 1> glyphs{};
    std::array<double, last - first + 1> advances{};
    std::array<double, last - first + 1> shifts{}; ///< a narrow digit stands in the middle of its place
    double thinSpace = 0;
    bool isUsable = false;
};

FigureFace faceOf(const QFont &font)
{
    FigureFace face;
    face.font = font;
    face.raw = QRawFont::fromFont(font);
    QString all;
    for (char16_t c = first; c <= last; ++c)
        all.append(QChar(c));
    const QList<quint32> glyphs = face.raw.glyphIndexesForString(all);
    if (!face.raw.isValid() || glyphs.size() != all.size())
        return face;
    const QList<QPointF> advances = face.raw.advancesForGlyphIndexes(glyphs, QRawFont::SeparateAdvances);
    double widest = 0;
    for (qsizetype i = 0; i < glyphs.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        face.glyphs[at] = glyphs[i];
        face.advances[at] = advances[i].x();
        if (all[i].isDigit())
            widest = std::max(widest, advances[i].x());
    }
    for (char16_t c = u'0'; c <= u'9'; ++c) {
        face.shifts[c - first] = (widest - face.advances[c - first]) / 2;
        face.advances[c - first] = widest;
    }
    face.thinSpace = face.raw.pixelSize() / 5;
    face.isUsable = true;
    return face;
}

const FigureFace &cachedFace(const QFont &font)
{
    static std::array<FigureFace, 4> faces;
    static std::size_t next = 0;
    const auto found = std::ranges::find(faces, font, &FigureFace::font);
    if (found != faces.end() && found->isUsable)
        return *found;
    next = (next + 1) % faces.size();
    faces[next] = faceOf(font);
    return faces[next];
}

bool isThinSpace(QChar c)
{
    return c == QChar(0x202f) || c == QChar(0x00a0);
}

bool canSet(const QString &text)
{
    return std::ranges::all_of(text,
                               [](QChar c) { return (c.unicode() >= first && c.unicode() <= last) || isThinSpace(c); });
}

} // namespace

void paintFigures(QPainter &painter, const QRectF &area, Qt::Alignment alignment, const QString &text)
{
    const FigureFace *face = nullptr;
    if (!areOfTheFont && canSet(text))
        face = &cachedFace(painter.font());
    if (!face || !face->isUsable || painter.font().strikeOut()) {
        painter.drawText(area, static_cast<int>(alignment | Qt::AlignVCenter), text);
        return;
    }
    QList<quint32> glyphs;
    QList<QPointF> places;
    double x = 0;
    for (const QChar c : text) {
        if (isThinSpace(c)) {
            x += face->thinSpace;
            continue;
        }
        const std::size_t at = c.unicode() - first;
        glyphs.append(face->glyphs[at]);
        places.append(QPointF(x + face->shifts[at], 0));
        x += face->advances[at];
    }
    QGlyphRun run;
    run.setRawFont(face->raw);
    run.setGlyphIndexes(glyphs);
    run.setPositions(places);
    const QFontMetricsF metrics(painter.font());
    const double left = alignment.testFlag(Qt::AlignRight) ? area.right() - x : area.left();
    const double baseline = area.top() + (area.height() - metrics.height()) / 2 + metrics.ascent();
    painter.drawGlyphRun(QPointF(std::round(left), std::round(baseline)), run);
}

} // namespace wk
