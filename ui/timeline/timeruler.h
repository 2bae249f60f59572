// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinecoordinates.h"

#include <QLocale>
#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace wk {

/// One line of a ruler: where it is, and what is written beside it (every second one of a step is minor and has no
/// text).
struct RulerTick {
    double x = 0;
    WallTime time{};
    bool major = true;
};

/// The step between two labelled ticks: the shortest of 1 2 5 10 … ms, 1 2 5 10 15 30 s and min, 1 2 3 6 12 h, 1 2 7 14
/// 28 d that keeps them at least `pixels` apart. Any thread; pure.
Micros rulerStep(const TimeAxis &axis, double pixels);

/// The ticks of an axis, whole steps of local time, never more than 500; minor ones lie half way where a half is round
/// too.
std::vector<RulerTick> rulerTicks(const TimeAxis &axis, Micros step, const QTimeZone &zone);

/// What stands beside a tick: "10:41", "10:41:30", "10:41:07.250", "21 Nov", as fine as the step asks for.
QString rulerText(WallTime time, Micros step, const QTimeZone &zone, const QLocale &locale);

/// Where a text of `wide` begins that stands under its tick, or beside it at an edge of the `width` there is; nothing
/// where it would touch the one before, which ends at `taken`. All in px.
std::optional<double> textUnderTick(double tick, double wide, double width, double taken);

} // namespace wk
