// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/history/journal/journalroot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace wk {

/// How much of the disk histories take, for people. A value.
struct JournalUsage {
    struct Cluster {
        std::optional<JournalCluster> cluster; ///< nothing where its folder does not say whose it is
        std::uint64_t bytes = 0;
        WallTime first{}; ///< what is there begins about then
        WallTime last{};  ///< the last write
    };

    std::uint64_t bytes = 0;
    std::vector<Cluster> clusters; ///< those with something, what was written last first
};

/// As it is at this moment, without a wait for others. FileUnreadable.
Result<JournalUsage> usageOf(const JournalRoot &root, WallTime now);

} // namespace wk
