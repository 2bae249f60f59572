// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/blockkind.h"

namespace wk::json {

bool isAvailable(BlockKind kind)
{
    switch (kind) {
    case BlockKind::Plain: return true;
#if defined(__x86_64__)
    case BlockKind::Wide:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("popcnt");
    case BlockKind::Widest:
        return isAvailable(BlockKind::Wide) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
#else
    case BlockKind::Wide:
    case BlockKind::Widest: break;
#endif
    }
    return false;
}

BlockKind bestBlockKind()
{
    static const BlockKind best = isAvailable(BlockKind::Widest) ? BlockKind::Widest
                                  : isAvailable(BlockKind::Wide) ? BlockKind::Wide
                                                                 : BlockKind::Plain;
    return best;
}

} // namespace wk::json
