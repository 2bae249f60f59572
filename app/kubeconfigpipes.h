// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubeconfig.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace wk {

/// How long a pipe may take, and who is told that it is waited for.
struct PipePatience {
    std::chrono::milliseconds most;
    std::chrono::milliseconds untilSaid; ///< then `say` is called, once a pipe
    std::function<void(const std::string &name)> say;
};

/// Reads what of `names` can be read only once, to its end: pipes, and all that is named by the number of an open file,
/// as in --kubeconfig <(vault …), /dev/stdin and /dev/fd/N. Other names are left out. What cannot be read is that
/// pipe's error: FileUnreadable, with the name as its place, for one that takes too long, says more than
/// limits::KubeconfigBytes, or is a terminal. Waits, so call it where no window waits with it.
HeldKubeconfigs readKubeconfigPipes(const std::vector<std::string> &names, const PipePatience &patience);

} // namespace wk
