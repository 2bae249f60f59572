// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/informer/entry.h"
#include "core/informer/outage.h"

#include <QString>

/// What was not seen, in words: the same wherever it is told, and the same times. Gui thread (times as the user's
/// locale has them); pure otherwise.
namespace wk {

/// "not seen", "in doubt": a legend's words for the two hatches.
QString notSeenWord();
QString inDoubtWord();

/// "not seen from 10:02:08 to 10:02:27", "in doubt from 10:02 to 10:02:08".
QString notSeenWords(WallTime from, WallTime to, WallTime now);
QString inDoubtWords(WallTime from, WallTime to, WallTime now);
/// "not watched 2026-11-20 18:10:05 – 09:01:12": nobody looked.
QString notWatchedWords(WallTime from, WallTime to, WallTime now);
/// Why a gap came about that ended then: that nobody watched, in these words, or what the watch says of itself, in
/// English. May be empty.
QString gapReasonWords(const Gap &gap, WallTime until, std::size_t mostChars = limits::CellChars);
/// "Stale since 10:02:08": what is shown is the state of then.
QString staleWords(WallTime since, WallTime now);

/// What an outage means for a moment in it: "not seen from 10:02:08 to 10:02:27", "in doubt from 10:02 to 10:02:08",
/// "stale from 10:02:08 to 10:02:27" where all of it came late, "stale since 10:02:08" and "in doubt since 10:02" while
/// it lasts.
QString outageWords(const Outage &outage, WallTime at, WallTime now);
/// The same as the beginning of a sentence or on its own.
QString outageTitle(const Outage &outage, WallTime at, WallTime now);
/// Why, in a sentence or two.
QString outageMeaning(const Outage &outage, WallTime at);

} // namespace wk
