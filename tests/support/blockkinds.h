// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/blockkind.h"

#include <vector>

namespace wk::test {

/// All that this processor can.
inline std::vector<json::BlockKind> blockKinds()
{
    std::vector<json::BlockKind> kinds;
    for (const json::BlockKind kind : {json::BlockKind::Plain, json::BlockKind::Wide, json::BlockKind::Widest}) {
        if (json::isAvailable(kind))
            kinds.push_back(kind);
    }
    return kinds;
}

} // namespace wk::test
