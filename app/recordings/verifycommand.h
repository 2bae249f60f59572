// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"

namespace wk {

/// `watchkeeper verify FILE`: says whether a recording is whole and its watches kept the contract, and where not.
/// Returns the exit code: 0 it is so, 1 it is not, 2 it could not be read, which has been said. Blocks.
int runVerify(const ReadingArguments &arguments, const Console &console);

} // namespace wk
