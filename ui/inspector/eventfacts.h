// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/kubeeventstory.h"
#include "ui/models/factsmodel.h"

#include <vector>

namespace wk {

/// Those of the Events that regard the subject, newest first; the same Event from both API groups once. Any
/// thread; reads each body, a hundredth of a millisecond a piece.
std::vector<KubeEvent> eventsRegarding(const RegardedObject &subject, const std::vector<ObjectPtr> &events);

/// Events as facts: warning or normal, reason, message, count and age. Gui thread.
std::vector<Fact> eventFacts(const std::vector<KubeEvent> &events);

} // namespace wk
