// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace wk {

/// Kills a process and all that it has started and that is still below it. Who left it before, as daemons do, stays. For
/// a process that shares our group, which cannot be killed as one. Any thread. Source: proc(5), task/TID/children.
void killTree(pid_t root);

} // namespace wk
