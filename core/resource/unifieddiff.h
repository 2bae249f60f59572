// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace wk {

/// What stands behind "---" and "+++": a file's name, and behind a tab what else is to be said of it.
struct DiffNames {
    std::string before;
    std::string after;
};

/// How to go from one text of whole lines to another, as `diff -u` writes it and `patch` reads it; empty when they are
/// equal. Any thread. Fails as diffLines() does.
/// Source: POSIX.1-2017, diff, "Diff -U Output Format".
Result<std::string> unifiedDiff(std::string_view before, std::string_view after, const DiffNames &names);

} // namespace wk
