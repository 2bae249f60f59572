// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace wk {

/// The first file or folder on the way to a program, by its links and without them, that others than root and who runs
/// this can replace: it is another user's, or others may write to it; a folder where nobody may take away what is
/// another's (sticky) is none. A group that is the user's own and has nobody else is not others. Empty when there is
/// none. Any thread, but it reads the file system. `program` is an absolute path.
std::string exposedPart(const std::string &program);

} // namespace wk
