// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/toldchanges.h"

#include <memory>
#include <string>
#include <vector>

namespace wk {

/// What one event did to its object: at most three fields by weight, how many there were, and whose entry moved.
/// metadata.resourceVersion, generation and managedFields are never listed.
struct Changes {
    ToldChanges first;
    int total = 0;
    std::vector<std::string> managers;          ///< whose managedFields entry is new or moved; newest first
    ChangeWorth worth = ChangeWorth::Substance; ///< of the event: ManagedFields and Bookkeeping when nothing is listed
};
using ChangesPtr = std::shared_ptr<const Changes>;

} // namespace wk
