// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/resourceinfo.h"

#include <vector>

namespace wk {

class ClusterSession;

/// What at least one of several clusters serves, each kind once and as the first of them has it, in their order. Gui
/// thread.
std::vector<ResourceInfo> servedByAny(const std::vector<const ClusterSession *> &sessions);

/// Which of the sessions serve a kind.
std::vector<ClusterSession *> serving(const std::vector<ClusterSession *> &sessions, const GroupVersionResource &kind);

} // namespace wk
