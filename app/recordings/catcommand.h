// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"

namespace wk {

/// `watchkeeper cat FILE`: prints the events of a recording in the order in which they came, as text or as watch JSON
/// Lines; also of one that is still being written, or was cut off, up to there. Returns the exit code: 0, or 1 after an
/// error that has been said. Blocks.
int runCat(const ReadingArguments &arguments, const Console &console);

} // namespace wk
