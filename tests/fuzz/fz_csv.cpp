// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/csvwriter.h"
#include "tests/fuzz/fuzz.h"

#include <string>
#include <vector>

namespace {

/// A record by RFC 4180, as whoever imports it reads it; `rest` is what comes after it.
std::vector<std::string> readRecord(std::string_view &rest)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (isQuoted && c == '"' && rest.starts_with('"')) {
            cells.back() += '"';
            rest.remove_prefix(1);
        } else if (c == '"' && (isQuoted || cells.back().empty())) {
            isQuoted = !isQuoted;
        } else if (!isQuoted && c == ',') {
            cells.emplace_back();
        } else if (!isQuoted && c == '\r' && rest.starts_with('\n')) {
            rest.remove_prefix(1);
            return cells;
        } else {
            cells.back() += c;
        }
    }
    return {}; // it has no end
}

/// What a spreadsheet calculates with, once it has skipped blanks: not a number, and yet begun by a sign.
bool isFormula(std::string_view cell)
{
    std::size_t at = 0;
    const auto skips = [&](std::string_view blank) { return cell.substr(at).starts_with(blank) ? blank.size() : 0; };
    for (std::size_t skipped = 1; skipped > 0; at += skipped) {
        skipped = 0;
        for (const std::string_view blank : {" ", "\v", "\f", "\u00a0", "\u2003", "\u200b", "\u3000", "\ufeff"})
            skipped = std::max(skipped, skips(blank));
    }
    if (at == cell.size() || std::string_view("=+-@").find(cell[at]) == std::string_view::npos)
        return false;
    const std::string_view number = cell.substr(at == 0 ? 1 : 0);
    return at > 0 || number.empty() || number.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
           !(number.front() >= '0' && number.front() <= '9');
}

} // namespace

/// Whatever a cluster says, a table of it reads back to the same cells, but for the mark before formulas, and none of
/// them is a formula (S20).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    std::vector<std::string> cells(1);
    for (std::size_t i = 0; i < size; ++i) {
        if (data[i] == 0x1f) // between units, by ASCII's own word
            cells.emplace_back();
        else
            cells.back() += char(data[i]);
    }
    const std::string record = csvRecord(cells);
    std::string_view rest = record;
    const std::vector<std::string> read = readRecord(rest);
    WK_MUST(rest.empty());
    WK_MUST(read.size() == cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        WK_MUST(read[i] == cells[i] || read[i] == "'" + cells[i]);
        WK_MUST(!isFormula(read[i]));
    }
    return 0;
}
