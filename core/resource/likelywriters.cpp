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
    const auto [changes, leftOut, worth] = allChanges(before, after);
    const auto isOfEntries = [](const PathChange &change) {
        const std::string &path = change.field.path;
        return path.empty() || path == "metadata" || path == "metadata.managedFields";
    };
    const bool haveSameEntries = leftOut == 0 && std::ranges::none_of(changes, isOfEntries);
    const Attribution attribution = haveSameEntries ? Attribution::ofSameEntries(before, after, changes)
                                                    : Attribution(before, after, RevisionSpan::OneWrite);
    writers.isServer = !changes.empty();
    for (const PathChange &change : changes) {
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
