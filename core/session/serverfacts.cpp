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

void keepSilentGroups(ServerFacts &now, const ServerFacts &before)
{
    if (now.version.empty())
        now.version = before.version;
    std::set<std::string> silent(now.pendingGroups.begin(), now.pendingGroups.end());
    const auto isPending = [&](const auto &failed) { return silent.contains(failed.first); };
    std::ranges::copy_if(before.failedGroups, std::back_inserter(now.failedGroups), isPending);
    for (const auto &[groupVersion, error] : now.failedGroups)
        silent.insert(groupVersion);

    std::vector<ResourceInfo> kept;
    std::set<std::string> names;
    for (const ResourceInfo &known : before.resources) {
        if (silent.contains(known.gvr.groupVersion())) {
            kept.push_back(known);
            names.insert(known.gvr.qualifiedName());
        }
    }
    // Another version that stands in for one that is silent would come and go with it.
    std::erase_if(now.resources,
                  [&](const ResourceInfo &resource) { return names.contains(resource.gvr.qualifiedName()); });
    now.resources.insert(now.resources.end(), kept.begin(), kept.end());
    std::ranges::copy_if(before.served, std::back_inserter(now.served),
                         [&](const ResourceInfo &known) { return silent.contains(known.gvr.groupVersion()); });
}

} // namespace wk
