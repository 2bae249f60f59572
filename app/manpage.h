// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandsyntax.h"

namespace wk {

/// The manual page watchkeeper(1) as troff reads it, with the options of each of these commands. It is in English, and
/// the same wherever it is made. Source: man-pages(7).
QString manPage(const std::vector<CommandSyntax> &commands);

} // namespace wk
