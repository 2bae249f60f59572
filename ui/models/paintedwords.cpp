// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/paintedwords.h"

#include "ui/models/fittedwords.h"
#include "ui/style/shapedtext.h"

#include <QPainter>

namespace wk {

namespace {

const QFont &fontOfPiece(const WordsFace &face, const EventWords::Piece &piece)
{
    return piece.isPath ? face.path : face.text;
}

WordsRuler rulerOf(const WordsFace &face)
{
    return {[&face](const EventWords::Piece &piece) { return shapedWidth(fontOfPiece(face, piece), piece.text); },
            [&face](const EventWords::Piece &piece, Qt::TextElideMode mode, int width) {
                return shapedElided(fontOfPiece(face, piece), piece.text, mode, width);
            }};
}

} // namespace

void paintWords(QPainter &painter, const QRect &area, const EventWords &words, const WordsFace &face)
{
    int x = area.left();
    const WordsRuler ruler = rulerOf(face);
    for (const EventWords::Piece &piece : fittedWords(words, area.width(), ruler)) {
        painter.setFont(fontOfPiece(face, piece));
        painter.setPen(piece.isPath ? face.pathInk : face.ink);
        paintShaped(painter, QRect(x, area.top(), area.right() + 1 - x, area.height()), Qt::AlignLeft, Qt::ElideRight,
                    piece.text);
        x += ruler.width(piece);
    }
}

int wordsWidth(const EventWords &words, const WordsFace &face)
{
    const WordsRuler ruler = rulerOf(face);
    int width = 0;
    for (const EventWords::Piece &piece : words.pieces)
        width += ruler.width(piece);
    return width;
}

} // namespace wk
