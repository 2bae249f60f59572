// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/eventwords.h"

#include <QColor>
#include <QFont>

class QPainter;
class QRect;

namespace wk {

/// How the words of an event look.
struct WordsFace {
    QFont path;
    QFont text;
    QColor pathInk;
    QColor ink;
};

/// Paints of the words what the area has room for, from its left, as fittedWords() cuts them. Gui thread.
void paintWords(QPainter &painter, const QRect &area, const EventWords &words, const WordsFace &face);

/// How wide an area shows all of them. Gui thread.
int wordsWidth(const EventWords &words, const WordsFace &face);

} // namespace wk
