// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/servedkinds.h"

#include "core/session/clustersession.h"

#include <algorithm>
#include <set>

namespace wk {

std::vector<ResourceInfo> servedByAny(const std::vector<const ClusterSession *> &sessions)
{
    if (sessions.size() == 1)
        return sessions.front()->resources();
    std::vector<ResourceInfo> served;
    std::set<GroupVersionResource> known;
    for (const ClusterSession *session : sessions) {
        for (const ResourceInfo &kind : session->resources()) {
            if (known.insert(kind.gvr).second)
                served.push_back(kind);
        }
    }
    return served;
}

std::vector<ClusterSession *> serving(const std::vector<ClusterSession *> &sessions, const GroupVersionResource &kind)
{
    std::vector<ClusterSession *> found;
    std::ranges::copy_if(sessions, std::back_inserter(found), [&kind](const ClusterSession *session) {
        return std::ranges::find(session->resources(), kind, &ResourceInfo::gvr) != session->resources().end();
    });
    return found;
}

} // namespace wk
