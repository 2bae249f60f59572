// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// One cell of a CSV file by RFC 4180, in quotes where it needs them. A cell that a spreadsheet would take for a
/// formula (it begins, blanks aside, with = + - @, a full-width form of them, or a control character) gets a ' in
/// front, unless all of it is a number: rule S20 of SECURITY.md. Any thread.
std::string csvCell(std::string_view text);

/// A record: the cells with commas between them, ended by CR LF.
std::string csvRecord(const std::vector<std::string> &cells);

} // namespace wk
