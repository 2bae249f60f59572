// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"
#include "core/apiserver/status.h"

#include <vector>

namespace wk::apiserver {

/// What is wrong with an object; empty when it may be stored. Not all that a real server checks: names,
/// labels, and what controllers rely on. Pure. Words: k8s.io/apimachinery pkg/util/validation.
std::vector<Cause> findFaults(const ResourceType &type, const Json &document);

} // namespace wk::apiserver
