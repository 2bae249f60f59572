// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/serverfacts.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace wk {

void keepFailedGroups(ServerFacts &now, const ServerFacts &before)
{
    std::set<std::string> failed;
    for (const auto &[groupVersion, error] : now.failedGroups)
        failed.insert(groupVersion);
    const auto isOfFailed = [&](const ResourceInfo &known) { return failed.contains(known.gvr.groupVersion()); };
    std::ranges::copy_if(before.resources, std::back_inserter(now.resources), isOfFailed);
}

} // namespace wk
