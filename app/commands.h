// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandsyntax.h"

namespace wk {

/// What may be written after the program's name; that of get and of serve stand with what reads them.
CommandSyntax windowSyntax();
CommandSyntax recordSyntax();
CommandSyntax completionSyntax();
CommandSyntax manSyntax();
CommandSyntax helpSyntax();
CommandSyntax versionSyntax();

/// The window's first, then those that have a name.
std::vector<CommandSyntax> allCommands();
QStringList commandNames();

/// What --theme takes.
QStringList themeNames();

/// Where the command stands among a command line's words: options may come before it, as in “kubectl -n web get pods”.
/// -1 when there is none.
qsizetype commandAt(const QStringList &arguments);

/// What `watchkeeper --help` prints: the window's options, and which commands there are.
QString overview(const std::vector<CommandSyntax> &commands);

} // namespace wk
