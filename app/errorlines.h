// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>

namespace wk {

/// A failure as `kubectl` says it on standard error, so that scripts that read it find what they look for: what a
/// server answered is "Error from server (NotFound): " and its message, what no server had a part in "error: ". Where
/// we know more, what happened or what to try, that follows. One line or several; it is for terminalSafe(), line by
/// line. Any thread. Source: k8s.io/kubectl pkg/cmd/util, checkErr() and StandardErrorMessage().
std::string errorLines(const Error &error);

} // namespace wk
