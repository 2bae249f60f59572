// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace wk {

/// Whether an environment variable makes a program run other code than its own, so that who agrees to the program must
/// see its value: what the dynamic linker, interpreters and shells load from it, or where programs are looked for. Any
/// thread. Source: ld.so(8), and the manuals of bash, python, node, perl, ruby, java and git.
bool steersPrograms(std::string_view variable);

} // namespace wk
