// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/serverfacts.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

namespace wk {

bool offersWatchList(const std::string &version)
{
    constexpr std::string_view Major = "v1.";
    int minor = 0;
    if (!version.starts_with(Major) ||
        std::from_chars(version.data() + Major.size(), version.data() + version.size(), minor).ec != std::errc())
        return false;
    return minor == 32 || minor >= 34;
}

void keepFailedGroups(ServerFacts &now, const ServerFacts &before)
{
    std::set<std::string> failed;
    for (const auto &[groupVersion, error] : now.failedGroups)
        failed.insert(groupVersion);
    const auto isOfFailed = [&](const ResourceInfo &known) { return failed.contains(known.gvr.groupVersion()); };
    std::ranges::copy_if(before.resources, std::back_inserter(now.resources), isOfFailed);
}

} // namespace wk
