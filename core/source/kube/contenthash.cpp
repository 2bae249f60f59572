// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/contenthash.h"

#include <QHashFunctions>
#include <QRandomGenerator>

namespace wk {

ContentHash contentHash(std::string_view text, std::string_view behind)
{
    static const std::size_t seeds[] = {QRandomGenerator::global()->generate64(),
                                        QRandomGenerator::global()->generate64()};
    const auto hash = [&](std::size_t seed) {
        const std::size_t ofText = qHashBits(text.data(), text.size(), seed);
        return behind.empty() ? ofText : qHashBits(behind.data(), behind.size(), ofText);
    };
    return {hash(seeds[0]), hash(seeds[1])};
}

} // namespace wk
