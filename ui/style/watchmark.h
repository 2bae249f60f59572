// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <QColor>

class QPainter;
class QRectF;

namespace wk {

struct Tokens;

/// What a watch's state looks like: a shape and an ink. Gui thread.
struct WatchLook {
    WatchState state = WatchState::Connecting;
    bool isSilent = false; ///< live, and yet what is shown may be old
    bool isQuiet = false;  ///< live, and nothing changes

    bool operator==(const WatchLook &) const = default;
};

WatchLook lookOf(const WatchStatus &status);
/// In trouble the word takes the ink of not having seen; what is merely locked steps back.
QColor watchInk(const Tokens &tokens, const WatchLook &look);
/// Paints the mark at the left of a box, a glyph high.
void paintWatchMark(QPainter &painter, const QRectF &box, const WatchLook &look, const Tokens &tokens);

} // namespace wk
