// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"

namespace wk {

/// `watchkeeper diff FILE --at T1 --at T2` and `watchkeeper diff A B`: which objects differ between two moments, in
/// what and by whom. Returns the exit code: 0 none, 1 some, 2 after an error that has been said. Blocks.
int runDiff(const ReadingArguments &arguments, const Console &console);

} // namespace wk
