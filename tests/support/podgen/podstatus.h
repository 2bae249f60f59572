// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/podgen/podfacts.h"

#include <string>

namespace wk::test {

/// Whether the pod counts as ready.
bool isReady(const PodLife &life);

/// The pod's status object.
void appendStatus(std::string &to, const Workload &workload, const PodLife &life, const PodFacts &facts);

/// The entries of metadata.managedFields, in the server's order: by time, then by manager. Binding leaves none.
void appendManagedFields(std::string &to, const Workload &workload, const PodLife &life, const PodFacts &facts);

} // namespace wk::test
