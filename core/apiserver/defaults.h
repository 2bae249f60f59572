// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

namespace wk::apiserver {

/// Fills in what a client left out, as the API's own defaults have it, and gives a new object its first
/// status. Pure. Source: k8s.io/kubernetes pkg/apis/*/v1/defaults.go and the registries' PrepareForCreate.
void applyDefaults(const ResourceType &type, Json &document);

} // namespace wk::apiserver
