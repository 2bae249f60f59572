// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharedbases.h"

#include <algorithm>

namespace wk {

std::vector<RevisionRef> sharedBases(const RevisionSnapshot &now, std::span<const RevisionRef> names)
{
    std::vector<RevisionRef> bases;
    for (const RevisionRef name : names) {
        if (const auto record = now.record(name); record && record->depth == 1)
            bases.push_back(record->base);
    }
    std::sort(bases.begin(), bases.end());
    std::vector<RevisionRef> shared;
    for (std::size_t at = 1; at < bases.size(); ++at) {
        if (bases[at] == bases[at - 1] && (shared.empty() || shared.back() != bases[at]))
            shared.push_back(bases[at]);
    }
    return shared;
}

} // namespace wk
