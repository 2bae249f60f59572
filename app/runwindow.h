// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace wk {

/// Runs the window until it is closed; returns the exit code.
int runWindow(int &argc, char **argv, const WindowArguments &arguments);

} // namespace wk
