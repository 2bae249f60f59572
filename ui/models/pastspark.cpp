// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastspark.h"

namespace wk {

SparkCounts pastSpark(const EventLog &log, const LifeIndex::Standing &standing, WallTime at)
{
    const WallTime since = at - std::chrono::minutes(SparkCounts::Minutes);
    SparkCounts spark;
    std::optional<RowId> row = standing.row;
    for (int left = PastSparkRows; left > 0 && row && *row >= log.begin() && log.time(*row) > since; --left) {
        const std::optional<RowId> before = log.lives().previous(*row);
        const std::uint32_t had = before ? log.changesOf(LifeIndex::Standing{standing.life, *before}) : 0;
        if (log.changesOf(*row) != had)
            spark.add(log.time(*row));
        row = before;
    }
    return spark;
}

} // namespace wk
