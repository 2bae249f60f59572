// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

#include <optional>

namespace wk {

/// Reads a moment of the past as people write one: "13:58", "13:58:02", "13:58:02.123" (today's, else yesterday's),
/// "2026-11-21 13:58:02" with or without seconds or a T, and how long ago: "5m", "5m ago", "1h30m", "2 minutes ago".
/// All local, but for what objects say: "2026-11-21T13:58:02Z", or with an offset instead of the Z. One with a fraction is the end of its millisecond: what is told to have happened then has happened by it. Empty for
/// what is no moment, and for one that is yet to come. Any thread.
std::optional<WallTime> momentFromText(const QString &text, WallTime now);

} // namespace wk
