// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/fieldreader.h"

#include <optional>
#include <string>

namespace wk {

/// Reads a kubeconfig's cluster entry into `access`; `directory` ends in '/', relative paths begin there. Any thread.
/// Source of the fields and their order: client-go tools/clientcmd/api/v1/types.go and client_config.go.
std::optional<Error> readCluster(FieldReader &fields, const std::string &directory, ClusterAccess &access);

/// Reads a user entry into `access` likewise.
std::optional<Error> readUser(FieldReader &fields, const std::string &directory, ClusterAccess &access);

} // namespace wk
