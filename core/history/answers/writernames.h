// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "core/query/filter.h"

#include <string_view>
#include <vector>

namespace wk {

// What a filter finds the updates by of which nobody says who wrote them, beside the names of those who may have. None
// of them is a manager, so that "manager" and "!manager" know nothing of it.

/// All of them: manager == "?".
inline constexpr std::string_view DoubtedWriter = "?";
/// Those that changed only what the server keeps itself, whoever asked.
inline constexpr std::string_view ServersWriter = "(server)";
/// Those that changed what nobody owns.
inline constexpr std::string_view NobodysWriter = "(nobody)";

/// The words by which a filter finds what they may have written, in their order; none where nothing is known of them.
/// Views of it.
std::vector<std::string_view> writerNames(const LikelyWriters &writers);

/// Whether it takes who may have written a row in doubt to answer: manager == "?" is answered without.
bool asksLikelyWriters(const FilterTerm &term);
bool asksLikelyWriters(const Filter &filter);
/// Whether a term about managers finds a row: by those whose entry moved, else by those who may have written it, who
/// are looked for only where the term asks for them.
bool writersAnswer(const HistorySnapshot &history, RowId row, const FilterTerm &term);

/// Counts a row in doubt at each who may have written it.
void countLikelyWriters(FacetCounts &counts, const HistorySnapshot &history, RowId row);

/// How far one gets from a row on, before `end` at most, with so many comparisons of two revisions, of 60 µs each:
/// where the likely writers of all rows in doubt are asked for.
RowId reachOfComparisons(const HistorySnapshot &history, RowId from, RowId end, std::size_t comparisons);

} // namespace wk
