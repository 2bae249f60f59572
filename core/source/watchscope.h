// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/resourceinfo.h"

#include <string>

namespace wk {

/// What is listed and watched of a cluster. A watch is shared by all who ask for an equal scope.
struct WatchScope {
    ResourceInfo resource;
    std::string ns; ///< empty: all namespaces, or a cluster-scoped kind
    std::string labelSelector;
    std::string fieldSelector;

    bool operator==(const WatchScope &) const = default;
    /// Whether both are about the same objects but for the namespace.
    bool isOfTheSame(const WatchScope &other) const
    {
        return resource.gvr == other.resource.gvr && labelSelector == other.labelSelector &&
               fieldSelector == other.fieldSelector;
    }
    /// At all of a namespace; empty: at all namespaces.
    bool looksAt(const std::string &namespaceName) const { return ns.empty() || ns == namespaceName; }
};

} // namespace wk
