// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historychoice.h"

#include "app/historyfolder.h"
#include "core/base/limits.h"

#include <algorithm>

namespace wk {

KeptHistory chooseHistory(const UiSettings &settings, const std::string &name, bool isOfOneRun)
{
    const auto folder = keptHistoryFolder();
    const auto opened = folder ? JournalRoot::open(*folder) : Result<JournalRoot>(folder.error());
    const auto root = opened && !isOfOneRun ? std::optional(*opened) : std::nullopt;
    const HistoryKeeping keeping = settings.historyKeeping();
    if (keeping == HistoryKeeping::InMemoryOnly)
        return KeptHistory(root);
    if (keeping == HistoryKeeping::AcrossRestarts && !isOfOneRun && !opened)
        return KeptHistory::refused(historyFolder(), opened.error());
    if (keeping == HistoryKeeping::WhileItRuns || !root)
        return KeptHistory::whileItRuns(historyFolder(), root);
    const HistoryLimits most = settings.historyLimits();
    JournalBound bound;
    bound.bytes = std::uint64_t(std::max(most.diskGigabytes, 1)) * 1024 * limits::MiB;
    if (most.hours > 0)
        bound.age = std::chrono::hours(most.hours);
    return KeptHistory::acrossRestarts(*root, bound, name);
}

} // namespace wk
