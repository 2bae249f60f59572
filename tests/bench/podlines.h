// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/resourceinfo.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wk::bench {

/// The resource that all figures speak of.
ResourceInfo podResource();

/// Watch lines of pods, one behind the other as a socket brings them. The views are into `bytes`.
struct PodLines {
    std::string bytes;
    std::vector<std::string_view> lines;
};

enum class LineForm { Plain, Table };

/// `count` events of a fleet of 20,000.
PodLines podLines(std::size_t count, LineForm form);

} // namespace wk::bench
