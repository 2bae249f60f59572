// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/resourceinfo.h"

#include <vector>

namespace wk {

/// What a window watches from its start, of what a server serves: what runs, who makes it run, where, and the cluster's
/// own Events. Everything else is watched once it is looked at: a monitor should not watch a whole cluster by reflex.
std::vector<ResourceInfo> startKinds(const std::vector<ResourceInfo> &served);

/// The kind of that name, or null.
const ResourceInfo *findKind(const std::vector<ResourceInfo> &served, const char *group, const char *resource);

} // namespace wk
