// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/likelywriters.h"

#include <algorithm>

namespace wk {

LikelyWriters likelyWriters(std::string_view before, std::string_view after)
{
    LikelyWriters writers;
    writers.isUnseen = before.empty() || after.empty();
    if (writers.isUnseen)
        return writers;
    std::vector<std::string> &managers = writers.managers;
    const AllChanges all = allChanges(before, after);
    const Attribution attribution = Attribution::ofOnly(before, after, all);
    writers.isServer = !all.changes.empty();
    for (const PathChange &change : all.changes) {
        const Verdict verdict = attribution.of(change);
        writers.isServer = writers.isServer && std::holds_alternative<ServerWriter>(verdict);
        const auto *doubt = std::get_if<AmbiguousWriter>(&verdict);
        if (!doubt)
            continue;
        for (const FieldOwner &candidate : doubt->candidates) {
            if (std::ranges::find(managers, candidate.manager) == managers.end())
                managers.push_back(candidate.manager);
        }
    }
    return writers;
}

} // namespace wk
