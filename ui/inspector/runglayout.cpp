// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/runglayout.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"

#include <algorithm>

namespace wk {

namespace {

constexpr int NumberWidth = 30;
constexpr int LeastForManagers = 130;
constexpr int StackedBelow = 700; ///< narrower, the words would have less than 60 characters beside the rest
constexpr int SecondLine = 18;

QRect takeLeft(QRect &room, int width)
{
    const QRect taken(room.left(), room.top(), std::clamp(width, 0, std::max(room.width(), 0)), room.height());
    room.setLeft(room.left() + taken.width() + scaled(measure::CellPadding));
    return taken;
}

} // namespace

RungLayout rungLayout(const QRect &rung, const RungWidths &wanted)
{
    const int padding = scaled(measure::CellPadding);
    QRect room = rung.adjusted(padding, 0, -padding, 0);
    const bool isStacked = room.height() > scaled(measure::Row);
    if (isStacked)
        room.setHeight(scaled(measure::Row));
    RungLayout layout;
    layout.number = takeLeft(room, scaled(NumberWidth));
    layout.glyph = takeLeft(room, scaled(measure::Glyph));
    layout.time = takeLeft(room, wanted.time);
    if (isStacked) {
        layout.managers = room;
        layout.words =
            QRect(layout.glyph.left(), room.bottom() + 1, room.right() + 1 - layout.glyph.left(), scaled(SecondLine));
        return layout;
    }
    const int left = room.width() - wanted.words - padding;
    const int least = std::min(scaled(LeastForManagers), room.width() / 2);
    layout.managers = takeLeft(room, std::min(wanted.managers, std::max(least, left)));
    layout.words = room;
    return layout;
}

int rungHeight(int width)
{
    return scaled(width < scaled(StackedBelow) ? measure::Row + SecondLine : measure::Row);
}

} // namespace wk
