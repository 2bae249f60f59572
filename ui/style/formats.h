// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <string_view>

/// How numbers and times are written. Gui thread. Source: the design tokens, "Numbers and times".
namespace wk::format {

/// Groups of three by U+202F, a true minus: "8 123 312".
QString number(std::int64_t value);
/// A count in four characters at most, for narrow places: "999", "1.1k", "124k", "2.4M". A tooltip says it whole.
QString compact(std::int64_t count);
/// A sentence that tr() made of one with %n: its number as number() writes it.
QString counted(QString sentence, std::int64_t count);
/// A resourceVersion as it stands, for it is an opaque text: made safe and cut to 40 characters.
QString version(std::string_view text);
/// Decimal units, one decimal below 100: "0.2 kB", "18.4 MB", "412 MB"; "0 B" for none.
QString bytes(std::uint64_t count);
/// Events per second in three figures at most: "132 ev/s", "1.2 ev/s", "12.4k ev/s".
QString rate(double perSecond);

/// Local "10:41:11".
QString clock(WallTime time);
/// Local "10:41:11.214": arrivals only, the cluster writes no milliseconds.
QString clockMs(WallTime time);
/// Local "2026-11-21 10:41:11". Every date is written so, in any language.
QString dateTime(WallTime time);

/// As kubectl: "38s", "9m", "6h", "41d"; but "in 5m" of a time that is yet to come, as a clock ahead of ours makes
/// them.
QString age(WallTime since, WallTime now);
/// How long ago, one unit: "0 s", "22 m", "6 h", "2 d". Never below zero.
QString ago(WallTime when, WallTime now);
/// … of a time that a cluster has written: "in 5 m" when it is yet to come.
QString agoOrAhead(WallTime when, WallTime now);
/// "12 s": whole seconds, for countdowns. Units are words of the user's language but in age(), which is kubectl's.
QString seconds(std::int64_t count);
/// Local "14:02:05" of today and the last 12 hours, else "2026-11-21": where there is room for one.
QString clockOrDay(WallTime time, WallTime now);
/// Local "14:02:05" of today, with the date of another day: since when something is so.
QString moment(WallTime time, WallTime now);
/// The same with milliseconds: "14:02:05.214".
QString momentMs(WallTime time, WallTime now);
/// From when to when, each date said once: "14:02:05 – 14:03:00", "2026-11-21 14:02:05 – 14:03:00".
QString span(WallTime from, WallTime to, WallTime now);
/// "38 ms", "3.1 s", "4 m 12 s", "2 h 5 m".
QString duration(std::chrono::milliseconds time);

/// An en dash: what stands for none.
QString none();

} // namespace wk::format
