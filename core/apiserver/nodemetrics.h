// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/base/time.h"

#include <vector>

namespace wk::apiserver {

class Lister;

/// How busy the stored nodes are, as the metrics server tells it: simulated numbers, which are others every 15 s and
/// the same for who asks at the same time. A node that is not ready has none. Source: metrics-server pkg/api/node.go.
std::vector<Json> nodeMetrics(const Lister &stored, WallTime now);

} // namespace wk::apiserver
