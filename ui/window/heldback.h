// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"

#include <map>

namespace wk {

/// What a paused window keeps back of what is no event: of each watch its newest status. Gui thread.
class HeldBack
{
public:
    void add(const std::vector<WatchStatus> &statuses);
    /// The watch was closed.
    void forget(WatchId watch) { m_statuses.erase(watch); }
    Batch take();

private:
    std::map<WatchId, WatchStatus> m_statuses;
};

} // namespace wk
