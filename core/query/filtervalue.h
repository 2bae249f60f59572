// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wk {

/// What a term looks at. Text is a bare word: name, namespace, reason, message and changed paths.
enum class FilterField : std::uint8_t {
    Type,
    Cluster, ///< by its name for people
    Kind,
    Namespace,
    Name,
    Uid,
    Version,
    Manager,
    Class,
    Changed,
    Phase,
    Ready,
    Restarts,
    Reason,
    Message,
    Count,
    Changes, ///< how often an object has changed since it is watched
    Size,
    Time,
    Age,
    Node,
    Owner,
    Label,
    Column, ///< what the server prints of an object, by the column's name
    Text
};

/// "type", "ns", "rv", …: as written before ":"; "" for Text.
std::string_view fieldName(FilterField field);

/// How the values of a field are read. Cell: texts as a server prints them, which have an order where they are numbers:
/// "7 (5m ago)", "1/2", "250m", "3d4h".
enum class FilterRank : std::uint8_t { Text, Cell, Bytes, Duration, Time };
FilterRank rankOf(FilterField field);

/// A value as a number: bytes, seconds, microseconds since 1970. Equal to it is what lies within its last unit: "5m" is
/// five minutes and all before six, "2026-11-21T10:41" the whole minute, "5kB" five thousand bytes and no others. Times
/// are before or after such a whole unit, so that "at most" has in it what is equal; of the others the number counts.
struct FilterNumber {
    double value = 0;
    double unit = 0;
};

/// Reads a value of Bytes ("5kB", "512Ki", "90"), Duration ("90s", "3d4h") or Time ("2026-11-21", to a minute, second
/// or fraction behind a T; local unless it ends with Z). Empty when it is none.
std::optional<FilterNumber> readFilterNumber(FilterRank rank, std::string_view text);

/// What a cell's text or a value to compare it with counts as: up to two readings, as "5m" is a quantity and an age.
struct CellNumbers {
    std::optional<double> quantity;
    std::optional<double> duration;

    bool isNumber() const { return quantity || duration; }
};
CellNumbers readCellNumbers(std::string_view text);

/// Below zero, zero or above as `a` is less than, as much as or more than `b`; empty when they cannot be compared.
std::optional<int> compareCells(const CellNumbers &a, const CellNumbers &b);

} // namespace wk
