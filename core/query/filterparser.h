// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Why a text is no filter (yet).
enum class FilterErrorKind {
    TermExpected,   ///< "and" or "not" with nothing behind, a comma or bracket where a term should begin
    ValueExpected,  ///< behind ":", ",", "==" or "in {"
    UnknownField,   ///< `word` stands before ":" or "=="
    KeyExpected,    ///< label and column need ["key"]
    CloseExpected,  ///< "}", "]" or ")"
    QuoteOpen,      ///< a quoted text without its end
    TextEmpty,      ///< "": nothing to look for
    NotUnderstood,  ///< `word` is an operator or sign that has no meaning here, or none yet
    NoOrder,        ///< `word` is "<" or the like behind a field of texts, of which none is less than another
    NumberExpected, ///< `word` is what a cell is compared with
    SizeExpected,
    DurationExpected,
    TimeExpected,
    TooDeep, ///< brackets in brackets, more than FilterDepthMax
    TooLong, ///< over 64 KiB
};

constexpr int FilterDepthMax = 32;

/// Where and why. Offsets are bytes of UTF-8.
struct FilterError {
    FilterErrorKind kind = FilterErrorKind::TermExpected;
    std::size_t offset = 0;
    std::size_t length = 0; ///< 0 at the end of the text
    std::string word;       ///< what it is about, as written; may be empty
    std::string quoted;     ///< what stands there as a text, in quotes, where that may be what is meant; else empty
    std::string sentence;   ///< English; the window words `kind` and `word` itself

    bool operator==(const FilterError &) const = default;
};

struct FilterParse {
    std::optional<Filter> filter; ///< empty when the text is wrong or incomplete
    FilterError error;            ///< meaningful without a filter
};

/// Reads a filter's text. Any thread; takes microseconds.
///     expr  := chain { ("or" | "||") chain }
///     chain := term { ["and" | "&&"] term }
///     term  := {"not" | "!" | "-"} ( test | "(" expr ")" )
///     test  := field ":" value {"," value} | field ("==" | "!=") value | field "in" "{" value {"," value} "}"
///            | field ("<" | "<=" | ">" | ">=") value | field | word | "quoted"
///     field := type kind ns name uid rv manager class changed phase ready restarts reason message count changes size
///              time age node owner label["key"] column["name"]
FilterParse parseFilter(std::string_view text);

} // namespace wk
