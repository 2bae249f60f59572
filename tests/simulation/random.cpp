// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/random.h"

#include <algorithm>
#include <cmath>

namespace wk::sim {

std::uint64_t Random::spread(std::uint64_t least, std::uint64_t most)
{
    const double low = std::log(double(least));
    const double high = std::log(double(most) + 1);
    return std::clamp(std::uint64_t(std::exp(low + (high - low) * share())), least, most);
}

} // namespace wk::sim
