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

/// Reads of a user entry as whom it acts, where `instead` does not say so. What is empty is not set, as kubectl has it.
/// Invalid: what `instead` says cannot be asked for.
std::optional<Error> readImpersonation(FieldReader &fields, const Impersonation &instead, ClusterAccess &access);

} // namespace wk
