// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <cstdint>
#include <string_view>

namespace wk {

/// What a cell counts as when rows are put in order: a number, a text, or nothing. `text` looks into the cell
/// it was made from, and lives no longer.
struct TableValue {
    enum class Rank : std::uint8_t { Number, Text, None };

    Rank rank = Rank::None;
    double first = 0;  ///< the number; of "7 (5m ago)" 7, of "1/2" 1, of "250m" 0.25, of an age its seconds
    double second = 0; ///< of "7 (5m ago)" 300, of "1/2" 2
    std::string_view text;

    static TableValue number(double first, double second = 0) { return {Rank::Number, first, second, {}}; }
    static TableValue word(std::string_view text);
};

/// Below zero, zero or above, as `a` stands before, beside or behind `b`. Numbers before texts; None is equal
/// to None alone, and where it stands is the caller's affair.
int compareValues(const TableValue &a, const TableValue &b);

/// Reads a cell by value. `asAge`: "5m" are five minutes (a column of ages or durations), else five
/// thousandths. What is neither number, ratio, quantity nor age is a text; "<none>", "<unknown>" and empty
/// cells are None. Source of the forms: k8s.io/kubernetes pkg/printers, apimachinery resource.Quantity and
/// duration.HumanDuration.
TableValue cellValue(const Cell &cell, bool asAge);

/// Of "7 (5m ago)" the 7: the rest was true when the server wrote it and ages no further. Other texts as they
/// are.
std::string_view withoutAgo(std::string_view text);

/// What a cell says where a time is not known, as kubectl has it.
constexpr const char *NotKnown = "<unknown>";

/// Whether a cell says that there is nothing: empty, "<none>", "<unset>".
bool saysNothing(std::string_view text);

} // namespace wk
