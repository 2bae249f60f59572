// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"

namespace wk {

/// `watchkeeper convert FILE FILE`: writes a recording as watch JSON Lines, or such lines as a recording. Returns the
/// exit code: 0, or 1 after an error that has been said. Blocks.
int runConvert(const ReadingArguments &arguments, const Console &console);

} // namespace wk
