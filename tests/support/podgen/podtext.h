// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/podgen/podlife.h"
#include "tests/support/podgen/workload.h"

#include <string>

namespace wk::test {

/// Appends a pod as a kube-apiserver of 1.30 writes it: its keys in its order, its managedFields. `identified` gives it
/// kind and apiVersion, which the items of a list have not.
void appendPod(std::string &to, const Workload &workload, const PodLife &life, bool identified);

/// Appends the cells of the pod's row in a Table: those of the columns below, `now` making its age.
void appendCells(std::string &to, const Workload &workload, const PodLife &life, std::uint32_t now);

/// The columnDefinitions of such a Table.
extern const char *const PodColumns;

} // namespace wk::test
