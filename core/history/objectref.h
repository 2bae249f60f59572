// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <string>

namespace wk {

/// Names one object of one cluster. Two with one uid are the same there; a missing uid leaves it to resource, namespace
/// and name. A value; any thread.
struct ObjectRef {
    GroupVersionResource resource;
    std::string ns;
    std::string name;
    std::string uid;
    ClusterId cluster{}; ///< as the history names it: HistorySnapshot::clusterOf()

    bool isEmpty() const { return name.empty(); }

    bool operator==(const ObjectRef &) const = default;
};

ObjectRef refOf(const GroupVersionResource &resource, const Object &object, const ClusterId &cluster = {});
/// Whether an object is the one that is named.
bool names(const ObjectRef &ref, const GroupVersionResource &resource, const Object &object,
           const ClusterId &cluster = {});

} // namespace wk
