// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/plan.h"

#include <string_view>

namespace wk::sim {

/// A small plan from any bytes, for a fuzzer: every input means one, what is missing reads as 0, and what is left over
/// is left alone. Objects are few, so that a run takes milliseconds. A byte taken out or put in between two faults
/// leaves the others as they are in all but their place.
///
///     byte 0      bits 0-1 style of versions, bit 2 a second kind, bits 3-4 bookmarks every 5, 15, 30, 60 s
///     byte 1      seed of what is left to chance outside the faults
///     2 bytes     for each kind: bits 0-2 type, 3-4 selection, 5 lists by initial events, 6-7 pages of 1, 2, 5, 500;
///                 and how many objects there are, modulo 13
///     5 bytes     for each fault, up to 20: its class (index into faultClasses(), modulo their number; where versions
///                 are opaque the next that makes sense); bit 0 kind, bit 1 in the recovery of the one before, bit 2
///                 compacts, bits 3-4 and 5-6 operations before and after it; index into a table of pauses, modulo 8;
///                 and two bytes of its seed, from which operations and strength are drawn
///
/// Operations are 30 at the most; later faults have none.
Plan planFromBytes(std::string_view bytes);

} // namespace wk::sim
