// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

namespace wk {

/// Where the parts of a rung of the ladder stand.
///
///     | 7 ~ 12:00:01 kubelet   status.phase Pending → Running |     where there is room for words beside the rest,
///
///     | 7 ~ 12:00:01 kubelet            |
///     |   status.phase Pending → Runn…  |                           else below.
struct RungLayout {
    QRect number;
    QRect glyph;
    QRect time;
    QRect managers;
    QRect words;
};

/// How wide the parts would be; pixels.
struct RungWidths {
    int time = 0;
    int managers = 0;
    int words = 0;
};

/// In one line the managers are cut for the words' sake, and have what these leave. Pure.
RungLayout rungLayout(const QRect &rung, const RungWidths &wanted);

/// Of a rung that is so wide.
int rungHeight(int width);

} // namespace wk
