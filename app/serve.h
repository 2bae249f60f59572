// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace wk {

/// `watchkeeper serve --demo …`, `watchkeeper serve --etcd-servers …`: the embedded cluster without a window, or an API
/// server alone. Prints a kubeconfig on stdout once it answers, and on stderr how to use it; ends with SIGINT or
/// SIGTERM. Needs a QCoreApplication; returns the exit code: 0, or 1 when it cannot serve.
int runServe(ServeArguments options);

} // namespace wk
