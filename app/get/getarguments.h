// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/commandsyntax.h"

namespace wk {

/// What may be written after `watchkeeper get`.
CommandSyntax getSyntax();

/// Reads the command line of `watchkeeper get`, without the word itself. A mistake is an Error of kind Invalid with a
/// sentence.
Result<Arguments> parseGet(const QStringList &arguments);

} // namespace wk
