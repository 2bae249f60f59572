// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/statefulsetcontroller.h"

#include "core/demo/decide/statefulset.h"

namespace wk::demo {

StatefulSetController::StatefulSetController(const Outfit &outfit)
    : Controller(outfit, {"statefulset-controller"})
    , m_sets(follow(resources::StatefulSets, itself()))
    , m_pods(follow(resources::Pods, ownerOfKind("StatefulSet")))
{}

Controller::Plan StatefulSetController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_sets, key);
    if (!found)
        return {};
    Json set = documentOf(found);
    Writes writes = syncStatefulSet(set, factsOf(ownedBy(m_pods, *found)));
    return {std::move(set), std::move(writes)};
}

} // namespace wk::demo
