// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/command.h"

namespace wk {

/// What may be written after `watchkeeper get`.
Command getCommand();

/// Reads the command line of `watchkeeper get`, without the word itself. A mistake is an Error of kind Invalid with a
/// sentence.
Result<Arguments> parseGet(const QStringList &arguments);

} // namespace wk
