// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "tests/simulation/faultclass.h"
#include "tests/simulation/versionstyle.h"

#include <QByteArray>

#include <cstdint>
#include <string>
#include <vector>

namespace wk::sim {

/// What is watched of a kind.
enum class Selection { All, Namespace, Label, Field };

struct KindPlan {
    int type = 0; ///< index into World's types
    Selection selection = Selection::All;
    int objects = 10;
    int pageSize = 500;
    bool streams = false; ///< the client asks for lists as a watch's initial events

    bool operator==(const KindPlan &) const = default;
};

/// One fault and what goes on around it. Its own seed, so that dropping another changes nothing here.
struct FaultPlan {
    std::string id;
    int kind = 0; ///< whose streams it strikes
    std::uint64_t seed = 0;
    int opsBefore = 0;
    int opsAfter = 0;
    std::int64_t pause = 0;  ///< virtual ms of calm before it
    bool inRecovery = false; ///< struck before the client has got over the one before
    bool compacts = false;   ///< the server forgets its history as well

    bool operator==(const FaultPlan &) const = default;
};

/// A whole run, drawn from one seed; the same plan is the same run.
struct Plan {
    std::uint64_t seed = 0;
    VersionStyle::Kind style = VersionStyle::Kind::Dense;
    int bookmarkSeconds = 60;
    std::vector<KindPlan> kinds;
    std::vector<FaultPlan> faults;

    bool operator==(const Plan &) const = default;
};

/// How large runs are.
struct PlanSize {
    int leastFaults = 20;
    int mostFaults = 200;
    int mostObjects = 300;
    int mostOps = 12; ///< before and after a fault, each
};

Plan drawPlan(std::uint64_t seed, const PlanSize &size);

QByteArray toJson(const Plan &plan);
/// Errors: ConfigBroken.
Result<Plan> planFromJson(const QByteArray &json);

} // namespace wk::sim
