// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/kubeevent.h"
#include "core/resource/summary.h"
#include "ui/models/factsmodel.h"

#include <vector>

namespace wk {

/// What the summary is made of, besides the object itself.
struct SummaryInput {
    ObjectPtr object;
    ObjectSummary summary;
    std::optional<KubeEvent> event;      ///< what the object says, when it is an Event
    QString statusWord;                  ///< the STATUS cell, or the phase
    std::vector<ResourceInfo> resources; ///< what is served: how owners and nodes are found
    ClusterId cluster{};                 ///< that the object is of, and with it all that it names
};

/// The facts of the inspector's first page, what is wrong first. Gui thread.
std::vector<Fact> summaryFacts(const SummaryInput &input);

/// A trouble in words.
QString troubleSentence(const Trouble &trouble);

} // namespace wk
