// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdplan.h"

#include "tests/simulation/random.h"

#include <array>

namespace wk::etcdruns {

namespace {

struct FaultClass {
    const char *name;
    int weight; ///< how often it is drawn, beside the others
    bool isOfThree = false;
};

constexpr std::array<FaultClass, FaultCount> Classes{{
    {"kill", 4},
    {"freeze-short", 3},
    {"freeze-long", 1},
    {"compact-behind", 4},
    {"compact-live", 2},
    {"cut", 5},
    {"half-open", 1},
    {"slow", 2},
    {"restore-behind", 2},
    {"restore-beyond", 3},
    {"restore-silent", 2},
    {"kill-leader", 4, true},
    {"move-leader", 3, true},
    {"alone", 2, true},
    {"isolate", 4, true},
}};

Fault drawn(sim::Random &random, int members)
{
    int all = 0;
    for (const FaultClass &one : Classes)
        all += one.isOfThree && members == 1 ? 0 : one.weight;
    int left = random.number(1, all);
    for (int i = 0; i < FaultCount; ++i) {
        const FaultClass &one = Classes[std::size_t(i)];
        left -= one.isOfThree && members == 1 ? 0 : one.weight;
        if (left <= 0)
            return Fault(i);
    }
    return Fault::Kill;
}

} // namespace

const char *nameOf(Fault fault)
{
    return Classes[std::size_t(fault)].name;
}

bool isOfThree(Fault fault)
{
    return Classes[std::size_t(fault)].isOfThree;
}

EtcdPlan drawEtcdPlan(std::uint64_t seed)
{
    sim::Random random(seed);
    EtcdPlan plan{seed, random.oneIn(3) ? 3 : 1, random.oneIn(4) ? random.number(501, 1200) : 0, {}};
    const int count = random.number(6, 12);
    for (int i = 0; i < count; ++i)
        plan.faults.push_back(
            {drawn(random, plan.members), random.next(), random.number(1, 12), random.number(1, 12), random.oneIn(4)});
    return plan;
}

} // namespace wk::etcdruns
