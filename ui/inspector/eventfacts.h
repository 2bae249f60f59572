// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/kubeevent.h"
#include "ui/models/factsmodel.h"

#include <vector>

namespace wk {

/// What Kubernetes Events are wanted of: an object by its uid, or by kind, namespace and name where the
/// writer gave no uid.
struct RegardedObject {
    std::string kind;
    ObjectRef ref;
};

/// Those of the Events that regard the subject, newest first; the same Event from both API groups once. Any
/// thread; reads each body, a hundredth of a millisecond a piece.
std::vector<KubeEvent> eventsRegarding(const RegardedObject &subject, const std::vector<ObjectPtr> &events);

/// Events as facts: warning or normal, reason, message, count and age. Gui thread.
std::vector<Fact> eventFacts(const std::vector<KubeEvent> &events);

} // namespace wk
