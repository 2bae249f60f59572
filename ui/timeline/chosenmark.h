// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/informer/entry.h"
#include "ui/timeline/timelinecoordinates.h"

#include <QRect>

class QPainter;

namespace wk {

struct Tokens;

/// The event that the window has chosen, as the timeline knows it.
struct ChosenMark {
    std::string uid; ///< of the object whose lane it stands on
    WallTime time{};
    EntryType type{};
    EntryClass origin{};

    bool operator==(const ChosenMark &) const = default;
};

/// A ring that fills the height of the lane, with the event's glyph in it: no other mark has one, and it hides the
/// marks that it lies on. `strip` is the row's whole width on the axis. Nothing when it is out of sight. Gui thread.
void paintChosenMark(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &strip,
                     const ChosenMark &mark);

} // namespace wk
