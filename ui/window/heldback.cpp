// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/heldback.h"

#include <utility>

namespace wk {

void HeldBack::add(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses)
        m_statuses[status.watch] = status;
}

Batch HeldBack::take()
{
    Batch all;
    for (auto &[watch, status] : std::exchange(m_statuses, {}))
        all.statuses.push_back(std::move(status));
    return all;
}

} // namespace wk
