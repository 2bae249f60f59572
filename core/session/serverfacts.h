// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/resource/resourceinfo.h"

#include <string>
#include <utility>
#include <vector>

namespace wk {

/// What a server says of itself.
struct ServerFacts {
    std::string version;                                       ///< "v1.20.2"
    std::vector<ResourceInfo> resources;                       ///< all that can be listed, preferred versions only
    std::vector<std::pair<std::string, Error>> failedGroups{}; ///< groups whose discovery failed
    std::vector<std::string> pendingGroups{};                  ///< groups that have not answered yet
    std::vector<ResourceInfo> served{}; ///< all there is, in every version, whatever can be done with it
};

/// Whether a server of this version offers a watch's initial events in place of a list, as far as its version tells:
/// the feature gate WatchList is on in 1.32 and again from 1.34 (shared/wire). Pure.
bool offersWatchList(const std::string &version);

/// A group that cannot be asked just now (its aggregated API server is down), or has not answered yet, has not lost its
/// kinds: adds to `now` what `before` knew of it. Nor is a server's version forgotten. Pure.
void keepSilentGroups(ServerFacts &now, const ServerFacts &before);

} // namespace wk
