// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/history/revisionbodies.h"
#include "core/informer/watchsink.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace wk {

/// What came of a text of watch lines. A value.
struct ImportedLines {
    std::uint64_t events = 0;
    std::uint64_t unread = 0;         ///< documents that are no event, no object and no list
    std::uint64_t firstUnread = 0;    ///< the line at which the first of them begins
    std::uint64_t tornBytes = 0;      ///< at its end: it was cut off
    std::optional<std::string> why{}; ///< the first of them cannot be read
};

/// Reads what kubectl prints, {"type":…,"object":…} or objects alone or lists of them, a line each or indented, and
/// tells it to a sink as watches of their kinds. No such text says when an event came: the time is the newest that the
/// objects tell of themselves by then. What it begins with in a list's order is taken for a list. Nor does it say what
/// the plural of a kind is: it is made as most are. Invalid where nothing in it is JSON of Kubernetes. Bodies are kept
/// in `bodies`. Any thread.
Result<ImportedLines> importLines(std::string_view text, RevisionBodies &bodies, WatchSink &to);

} // namespace wk
