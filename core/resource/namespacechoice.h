// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Whether what is in a namespace is looked at where these are chosen; none of them: all are. What is in none, as a
/// node is, always is. Any thread.
inline bool isLookedAt(const std::vector<std::string> &chosen, std::string_view ns)
{
    return chosen.empty() || ns.empty() || std::ranges::find(chosen, ns) != chosen.end();
}

} // namespace wk
