// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/planbytes.h"

#include "tests/simulation/random.h"
#include "tests/simulation/world.h"

#include <algorithm>
#include <array>

namespace wk::sim {

namespace {

constexpr std::size_t MostFaults = 20;
constexpr int MostOps = 30;
constexpr int MostObjects = 12;
constexpr std::array BookmarkSeconds{5, 15, 30, 60};
constexpr std::array PageSizes{1, 2, 5, 500};
/// Virtual ms: none, while a retry is due, behind a trusted stream's 5 s, behind backoff's calm and a watch's time.
constexpr std::array<std::int64_t, 8> Pauses{0, 10, 300, 1'500, 6'000, 31'000, 130'000, 650'000};

/// Takes them from the front; zeros behind the last.
class Taker
{
public:
    explicit Taker(std::string_view bytes)
        : m_rest(bytes)
    {}
    unsigned next()
    {
        if (m_rest.empty())
            return 0;
        const auto first = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        return first;
    }
    bool isEmpty() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
};

/// Two kinds are never of one type: a path names a kind.
KindPlan takeKind(Taker &bytes, const std::vector<KindPlan> &others)
{
    const unsigned how = bytes.next();
    KindPlan kind;
    kind.type = int(how & 7) % World::typeCount();
    if (!others.empty() && others.front().type == kind.type)
        kind.type = (kind.type + 1) % World::typeCount();
    kind.selection = Selection(how >> 3 & 3);
    if (kind.selection == Selection::Namespace && !World::isNamespaced(kind.type))
        kind.selection = Selection::All;
    kind.streams = how >> 5 & 1;
    kind.pageSize = PageSizes[how >> 6];
    kind.objects = int(bytes.next()) % (MostObjects + 1);
    return kind;
}

const char *takeClass(Taker &bytes, VersionStyle::Kind style)
{
    const auto &all = faultClasses();
    const bool isComparable = VersionStyle(style).isComparable();
    std::size_t index = bytes.next() % all.size();
    while (all[index].needsComparable && !isComparable)
        index = (index + 1) % all.size();
    return all[index].id;
}

FaultPlan takeFault(Taker &bytes, const Plan &plan, int &opsLeft)
{
    const auto takeOps = [&](unsigned wanted) {
        const int ops = std::min(int(wanted), opsLeft);
        opsLeft -= ops;
        return ops;
    };
    FaultPlan fault;
    fault.id = takeClass(bytes, plan.style);
    const unsigned how = bytes.next();
    fault.kind = int(how & 1) % int(plan.kinds.size());
    fault.inRecovery = how >> 1 & 1;
    fault.compacts = how >> 2 & 1;
    fault.opsBefore = takeOps(how >> 3 & 3);
    fault.opsAfter = takeOps(how >> 5 & 3);
    fault.pause = Pauses[bytes.next() % Pauses.size()];
    const unsigned high = bytes.next();
    fault.seed = mixed(high << 8 | bytes.next());
    return fault;
}

} // namespace

Plan planFromBytes(std::string_view text)
{
    Taker bytes(text);
    Plan plan;
    const unsigned world = bytes.next();
    plan.style = VersionStyle::Kind(world & 3);
    plan.bookmarkSeconds = BookmarkSeconds[world >> 3 & 3];
    plan.seed = mixed(bytes.next());
    for (unsigned kinds = 1 + (world >> 2 & 1); kinds > 0; --kinds)
        plan.kinds.push_back(takeKind(bytes, plan.kinds));
    int opsLeft = MostOps;
    while (!bytes.isEmpty() && plan.faults.size() < MostFaults)
        plan.faults.push_back(takeFault(bytes, plan, opsLeft));
    return plan;
}

} // namespace wk::sim
