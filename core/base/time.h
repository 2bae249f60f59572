// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// A moment by the wall clock, UTC, in microseconds since 1970: for display, recordings and what clusters write.
/// Never for waiting: that is Clock's.
using WallTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;

/// Reads RFC 3339 as Kubernetes writes it ("2026-11-21T10:41:07Z", fractions to nine digits cut to microseconds,
/// offsets). Empty for anything else, a leap second and a year past 9999 included: the caller shows such text as it
/// stands. Empty too for the first moment of the year 1, with which Go says that a time is not known (time.IsZero).
std::optional<WallTime> parseTime(std::string_view text);

/// A moment as protobuf has it, cut to microseconds. Empty for what no text tells: before the year 1, past 9999, and a
/// part of a second that is none.
std::optional<WallTime> timeAt(std::int64_t seconds, std::int64_t nanoseconds = 0);

/// "2026-11-21T10:41:07Z": metav1.Time.
std::string formatTime(WallTime time);

/// "2026-11-21T10:41:07.123456Z": metav1.MicroTime.
std::string formatMicroTime(WallTime time);

/// An age as kubectl prints it: 38s, 9m, 4m12s, 6h, 5h30m, 41d, 2y114d. Source: k8s.io/apimachinery
/// duration.HumanDuration. A time ahead of now by up to two seconds is "0s" (clocks differ), further ahead "<invalid>",
/// as kubectl says.
std::string humanDuration(std::chrono::seconds age);

} // namespace wk
