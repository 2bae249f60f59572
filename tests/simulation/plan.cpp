// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/plan.h"

#include "tests/simulation/random.h"
#include "tests/simulation/world.h"

#include <algorithm>
#include <numeric>

namespace wk::sim {

namespace {

KindPlan drawKind(Random &random, int type, const PlanSize &size)
{
    KindPlan kind;
    kind.type = type;
    kind.objects = int(random.spread(10, std::uint64_t(size.mostObjects)));
    kind.pageSize = int(random.spread(1, 500));
    // Thousands of pages show nothing that dozens do not.
    kind.pageSize = std::max(kind.pageSize, kind.objects / 40 + 1);
    kind.selection = Selection(random.between(0, 3));
    kind.streams = random.oneIn(2);
    if (kind.selection == Selection::Namespace && !World::isNamespaced(type))
        kind.selection = Selection::All;
    return kind;
}

const FaultClass &drawClass(Random &random, VersionStyle::Kind style)
{
    const auto &all = faultClasses();
    const bool isComparable = VersionStyle(style).isComparable();
    int total = 0;
    for (const FaultClass &one : all)
        total += isComparable || !one.needsComparable ? one.weight : 0;
    int drawn = random.number(0, total - 1);
    for (const FaultClass &one : all) {
        if (!isComparable && one.needsComparable)
            continue;
        drawn -= one.weight;
        if (drawn < 0)
            return one;
    }
    return all.back();
}

std::int64_t drawPause(Random &random)
{
    switch (random.between(0, 7)) {
    case 0: return std::int64_t(random.between(130'000, 700'000)); // a calm in which backoffs end and watches time out
    case 1:
    case 2: return 0;
    default: return std::int64_t(random.spread(100, 20'000));
    }
}

} // namespace

Plan drawPlan(std::uint64_t seed, const PlanSize &size)
{
    Random random(seed);
    Plan plan;
    plan.seed = seed;
    plan.style = VersionStyle::Kind(random.between(0, 3));
    plan.bookmarkSeconds = int(random.spread(5, 60));
    std::vector<int> types(static_cast<std::size_t>(World::typeCount()));
    std::iota(types.begin(), types.end(), 0);
    const int kinds = random.number(1, World::typeCount());
    for (int i = 0; i < kinds; ++i) {
        std::swap(types[std::size_t(i)], types[random.between(std::uint64_t(i), types.size() - 1)]);
        plan.kinds.push_back(drawKind(random, types[std::size_t(i)], size));
    }
    const int faults = random.number(size.leastFaults, size.mostFaults);
    for (int i = 0; i < faults; ++i) {
        FaultPlan fault;
        fault.id = drawClass(random, plan.style).id;
        fault.kind = random.number(0, kinds - 1);
        fault.seed = random.next();
        fault.opsBefore = random.number(0, size.mostOps);
        fault.opsAfter = random.number(0, size.mostOps);
        fault.pause = drawPause(random);
        fault.inRecovery = random.oneIn(4);
        fault.compacts = random.oneIn(10);
        plan.faults.push_back(fault);
    }
    return plan;
}

} // namespace wk::sim
