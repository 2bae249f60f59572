// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/write.h"

#include <string>

namespace wk::demo {

/// Who speaks in Events.
struct Speaker {
    std::string component{}; ///< "kubelet", "deployment-controller"
    std::string host{};      ///< the kubelet's node; empty for others
    /// The scheduler writes through events.k8s.io: eventTime and reportingComponent instead of source and
    /// timestamps.
    bool usesNewApi = false;
};

/// The Event that a component's word about an object becomes; a cluster-scoped object's goes to the namespace
/// default. Pure. Source: client-go tools/record and tools/events, seen on the wire.
Json makeEvent(const Json &regarding, const Note &note, const Speaker &speaker, WallTime now);
/// The same word once more.
void countAgain(Json &event, WallTime now);

} // namespace wk::demo
