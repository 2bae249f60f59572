// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace wk {

/// `watchkeeper serve --demo …`, `watchkeeper serve --etcd-servers …`: the embedded cluster without a window, or an API
/// server alone. Prints a kubeconfig on stdout once it
/// answers, and on stderr how to use it; ends with SIGINT or SIGTERM. A mistake is said in one sentence on stderr.
/// `arguments` are those after "serve". Needs a QCoreApplication; returns the exit code: 0, 1 when it cannot serve, 2
/// for arguments it does not understand.
int runServe(const QStringList &arguments);

} // namespace wk
