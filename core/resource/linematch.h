// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace wk {

/// Which lines of two texts have no counterpart in the other; the others pair up in order. Any thread.
struct LineMatch {
    std::vector<bool> removed;
    std::vector<bool> added;
};

/// Myers' greedy algorithm on what both texts have in common, then each group of changed lines moved to where it begins
/// at the least indentation. Sources: E. Myers, An O(ND) Difference Algorithm, 1986; git's indent heuristic.
LineMatch matchLines(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after);

} // namespace wk
