// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"

namespace wk {

/// `watchkeeper stats FILE`: prints what is in a recording: by kind, namespace, object and writer, and where changes
/// may be missing. Returns the exit code, as runCat(). Blocks.
int runStats(const ReadingArguments &arguments, const Console &console);

} // namespace wk
