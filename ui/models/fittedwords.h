// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/eventwords.h"

#include <functional>
#include <vector>

namespace wk {

/// How words are measured and cut; pixels.
struct WordsRuler {
    std::function<int(const EventWords::Piece &)> width;
    /// The piece's text within a width.
    std::function<QString(const EventWords::Piece &, Qt::TextElideMode, int)> elided;
};

/// The pieces of which there is room, from the left. What a field became is worth more than the way to it: where they
/// do not fit together, what two values begin with alike goes, up to a slash; then the path is cut at its left, down to
/// a third of the room or to its last word (of "creation" and "deletionTimestamp" the end is the same), and only then
/// the values in their middle; values of a further change only where half of the whole room is left for it. Pure.
std::vector<EventWords::Piece> fittedWords(const EventWords &words, int room, const WordsRuler &ruler);

} // namespace wk
