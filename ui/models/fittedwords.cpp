// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fittedwords.h"

#include <algorithm>

namespace wk {

namespace {

/// A path has to keep this part of the room, so that it can be told from others.
constexpr int PathShare = 3;
/// … or so many of such parts for its last word.
constexpr int WordShare = 2;

/// The path from its last word on: ".image" of "spec.containers[a.b].image".
EventWords::Piece lastWordOf(const EventWords::Piece &path, const QString &sign)
{
    int depth = 0;
    qsizetype from = path.text.size();
    while (from > 0) {
        const QChar letter = path.text[--from];
        depth += letter == u']' ? 1 : letter == u'[' ? -1 : 0;
        if (letter == u'.' && depth == 0)
            return {sign + path.text.mid(from), path.isPath};
    }
    return path;
}

/// " registry/web:1 → registry/web:2" as " …web:1 → …web:2": that both begin alike is no news.
EventWords::Piece withoutSameBeginning(const EventWords::Piece &value, const QString &sign)
{
    static const QString arrow = QStringLiteral(" → ");
    const qsizetype middle = value.text.indexOf(arrow);
    if (middle < 0 || value.text.indexOf(arrow, middle + 1) >= 0)
        return value;
    const QStringView before = QStringView(value.text).left(middle).mid(value.text.startsWith(u' ') ? 1 : 0);
    const QStringView after = QStringView(value.text).mid(middle + arrow.size());
    const qsizetype same = std::ranges::mismatch(before, after).in1 - before.begin();
    const qsizetype cut = before.left(same).lastIndexOf(u'/') + 1;
    if (cut <= sign.size())
        return value;
    return {u' ' + sign + before.mid(cut) + arrow + sign + after.mid(cut), value.isPath, value.isValue};
}

bool isChange(const std::vector<EventWords::Piece> &pieces, std::size_t at)
{
    return at + 1 < pieces.size() && pieces[at].isPath && pieces[at + 1].isValue;
}

} // namespace

std::vector<EventWords::Piece> fittedWords(const EventWords &words, int room, const WordsRuler &ruler)
{
    std::vector<EventWords::Piece> fitted;
    const int whole = room;
    const auto put = [&](EventWords::Piece piece, Qt::TextElideMode mode, int most) {
        if (ruler.width(piece) > most)
            piece.text = ruler.elided(piece, mode, most);
        room -= ruler.width(piece);
        fitted.push_back(std::move(piece));
    };
    const std::vector<EventWords::Piece> &pieces = words.pieces;
    const EventWords::Piece sign{QStringLiteral("…"), false};
    for (std::size_t at = 0; at < pieces.size() && room > 0; ++at) {
        if (isChange(pieces, at + 1) && ruler.width(pieces[at]) + ruler.width(sign) > room) {
            // There are more, and no room to say so behind the comma.
            put(sign, Qt::ElideRight, room);
            break;
        }
        if (!isChange(pieces, at)) {
            put(pieces[at], Qt::ElideRight, room);
            continue;
        }
        const bool isTight = ruler.width(pieces[at]) + ruler.width(pieces[at + 1]) > room;
        const EventWords::Piece change = isTight ? withoutSameBeginning(pieces[at + 1], sign.text) : pieces[at + 1];
        const int value = ruler.width(change);
        const int spare = room - ruler.width(pieces[at]) - value;
        const bool isCut = spare < 0;
        if (isCut && at > 0 && room < whole / 2 && value + room / PathShare > room) {
            // Of a further change that little says nothing.
            put(sign, Qt::ElideRight, room);
            break;
        }
        const bool lacksSign = !isCut && at + 2 < pieces.size() && spare < ruler.width(sign);
        const int most = room - value - (lacksSign ? ruler.width(sign) : 0);
        const int word = ruler.width(lastWordOf(pieces[at], sign.text));
        const int least = word <= room * WordShare / PathShare ? std::max(word, room / PathShare) : room / PathShare;
        put(pieces[at], Qt::ElideLeft, std::max(most, least));
        put(change, Qt::ElideMiddle, room);
        ++at;
        if (isCut)
            break;
    }
    return fitted;
}

} // namespace wk
