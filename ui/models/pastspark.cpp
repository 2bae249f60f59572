// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastspark.h"

#include "ui/models/pastchange.h"

namespace wk {

SparkCounts pastSpark(const HistorySnapshot &log, const LifeIndex::Standing &standing, WallTime at)
{
    const WallTime since = at - std::chrono::minutes(SparkCounts::Minutes);
    SparkCounts spark;
    std::optional<LifeIndex::Standing> told = standing;
    for (int left = PastSparkRows; left > 0 && told && told->row >= log.begin() && log.time(told->row) > since;
         --left) {
        const std::optional<LifeIndex::Standing> before = log.toldBefore(*told);
        if (log.changesOf(told->row) != changesBefore(log, told->row, before))
            spark.add(log.time(told->row));
        told = before;
    }
    return spark;
}

} // namespace wk
