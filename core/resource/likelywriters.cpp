// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/likelywriters.h"

#include <algorithm>

namespace wk {

std::vector<std::string> likelyWriters(std::string_view before, std::string_view after)
{
    std::vector<std::string> writers;
    const Attribution attribution(before, after, RevisionSpan::OneWrite);
    for (const PathChange &change : allChanges(before, after).changes) {
        const Verdict verdict = attribution.of(change);
        const auto *doubt = std::get_if<AmbiguousWriter>(&verdict);
        if (!doubt)
            continue;
        for (const FieldOwner &candidate : doubt->candidates) {
            if (std::ranges::find(writers, candidate.manager) == writers.end())
                writers.push_back(candidate.manager);
        }
    }
    return writers;
}

} // namespace wk
