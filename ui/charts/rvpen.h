// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/charts/rvchartdata.h"

#include <QPen>

namespace wk {

struct Tokens;

/// How the line of a watch is drawn, in the chart and before its name. Gui thread.
QPen rvPen(const Tokens &tokens, const RvLook &look, double width);

} // namespace wk
