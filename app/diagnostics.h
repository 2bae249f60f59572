// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubeconfigset.h"
#include "core/cluster/pluginpath.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace wk {

/// What is looked at for a diagnosis.
struct DiagnosticsSubject {
    QString build;                          ///< which Watchkeeper this is
    KubeconfigSources kubeconfigs;          ///< that are read, in their order
    std::shared_ptr<const PluginPath> path; ///< where plugins are looked for
    std::string shellAsked;                 ///< the login shell whose PATH is in it; empty: none's
};

/// How Watchkeeper comes to its clusters from here: which kubeconfigs it reads, which plugin each context names and
/// what that is on this computer, where plugins are looked for, which proxy variables are set. Lines that are safe to
/// show; no token, no password, nothing of what is in the files but names. Reads files and whole programs: not in the
/// gui thread.
QString diagnosticsText(const DiagnosticsSubject &subject);

} // namespace wk
