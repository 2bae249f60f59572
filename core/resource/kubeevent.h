// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <optional>
#include <string>

namespace wk {

/// What a Kubernetes Event says, in the one form that both API groups ("" and events.k8s.io) can be read into.
struct KubeEvent {
    std::string regardingApiVersion; ///< empty when the writer gave none
    std::string regardingKind;
    std::string regardingNs;
    std::string regardingName;
    std::string regardingUid; ///< empty when the writer gave none
    bool warning = false;     ///< type Warning; anything else is normal
    std::string reason;
    std::string message;
    std::string reporter; ///< component or controller
    int count = 1;        ///< of a series
    std::optional<WallTime> first;
    std::optional<WallTime> last; ///< the newest time that the event gives
};

/// Whether it is the collection of Kubernetes Events, in either group.
bool isKubeEvents(const GroupVersionResource &resource);

/// Reads an object of kind Event from its body. Empty when there is no body or it is no JSON object; what is missing or
/// of another type stays empty. Any thread. Sources: k8s.io/api core/v1 Event, events/v1 Event.
std::optional<KubeEvent> readKubeEvent(const Object &event);

} // namespace wk
