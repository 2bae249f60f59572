// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/fieldreader.h"

#include <optional>
#include <string>

namespace wk {

/// Reads the "exec" field of a kubeconfig's user; failures stay in `user`. `directory` ends in '/'. Any thread.
/// Source: client-go tools/clientcmd/validation.go and loader.go (which commands belong to the kubeconfig's directory).
std::optional<ExecPlugin> readExecPlugin(FieldReader &user, const std::string &directory);

/// What a cluster's entry holds for plugins, as JSON: the extension client.authentication.k8s.io/exec. Empty when there
/// is none; failures stay in `cluster`.
std::string readPluginConfig(FieldReader &cluster);

} // namespace wk
