// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startkinds.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

struct KindName {
    const char *group;
    const char *resource;
};

/// In the order in which they are listed: what the first table shows comes first.
constexpr std::array Start{KindName{"", "pods"},
                           KindName{"", "namespaces"},
                           KindName{"", "events"},
                           KindName{"apps", "deployments"},
                           KindName{"apps", "replicasets"},
                           KindName{"apps", "statefulsets"},
                           KindName{"apps", "daemonsets"},
                           KindName{"batch", "jobs"},
                           KindName{"", "nodes"},
                           KindName{"", "configmaps"},
                           KindName{"", "services"}};

} // namespace

std::vector<ResourceInfo> startKinds(const std::vector<ResourceInfo> &served)
{
    std::vector<ResourceInfo> kinds;
    for (const KindName &name : Start) {
        if (const ResourceInfo *kind = findKind(served, name.group, name.resource))
            kinds.push_back(*kind);
    }
    return kinds;
}

const ResourceInfo *findKind(const std::vector<ResourceInfo> &served, const char *group, const char *resource)
{
    const auto found = std::find_if(served.begin(), served.end(), [&](const ResourceInfo &info) {
        return info.gvr.group == group && info.gvr.resource == resource;
    });
    return found == served.end() ? nullptr : &*found;
}

} // namespace wk
