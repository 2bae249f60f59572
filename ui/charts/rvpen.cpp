// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvpen.h"

#include "ui/style/tokens.h"

namespace wk {

QPen rvPen(const Tokens &tokens, const RvLook &look, double width)
{
    QPen pen(tokens.series[look.colour], width);
    // Patterns count in widths of the pen.
    switch (look.stroke) {
    case RvStroke::Solid: return pen;
    case RvStroke::Dashed: pen.setDashPattern({5, 3}); break;
    case RvStroke::Dotted: pen.setDashPattern({1.2, 2}); break;
    case RvStroke::DashDotted: pen.setDashPattern({5, 2, 1.2, 2}); break;
    }
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

} // namespace wk
