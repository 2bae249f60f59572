// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace wk {

/// Owners are followed no further up.
inline constexpr int DeepestOwner = 8;

/// What the order of lanes goes by.
struct LaneIdentity {
    int lane = -1; ///< which lane of TimelineData
    std::string kind;
    std::string ns;
    std::string name;
    std::string uid;
    std::string ownerUid; ///< the controlling owner's, else the first owner's; empty for none
    std::string ownerKind;
    std::string ownerName;
};

/// A row of the timeline, top to bottom.
struct LaneRow {
    int lane = -1; ///< -1: an owner that is not watched, known by its children only
    int depth = 0;
    std::string kind;
    std::string ns;
    std::string name;
    std::string uid;
    bool hasChildren = false;
    bool collapsed = false;
    std::vector<int> hidden; ///< lanes below a collapsed row
};

/// Lanes in owner tree order: owners above what they own, an owner that is not among the lanes as a heading of its own.
/// Siblings by kind (controllers first), namespace, name. A circle of owners is cut at one
/// of them, a chain longer than eight begins anew at the root: no lane is lost. Any thread; pure.
std::vector<LaneRow> ownerTree(std::vector<LaneIdentity> lanes, const std::set<std::string> &collapsedUids);

} // namespace wk
