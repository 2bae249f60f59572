// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Why a text is no filter (yet).
enum class FilterErrorKind {
    TermExpected,  ///< "and" or "not" with nothing behind, a comma or bracket where a term should begin
    ValueExpected, ///< behind ":", ",", "==" or "in {"
    UnknownField,  ///< `word` stands before ":" or "=="; in quotes it would be text
    KeyExpected,   ///< label needs ["key"]
    CloseExpected, ///< "}" or "]"
    QuoteOpen,     ///< a quoted text without its end
    TextEmpty,     ///< "": nothing to look for
    NotUnderstood, ///< `word` is an operator or sign that has no meaning here, or none yet
    NoComparison,  ///< `word` is "<" or ">", which the language does not have yet
    TooLong,       ///< over 64 KiB
};

/// Where and why. Offsets are bytes of UTF-8.
struct FilterError {
    FilterErrorKind kind = FilterErrorKind::TermExpected;
    std::size_t offset = 0;
    std::size_t length = 0; ///< 0 at the end of the text
    std::string word;       ///< what it is about, as written; may be empty
    std::string sentence;   ///< English; the window words `kind` and `word` itself

    bool operator==(const FilterError &) const = default;
};

struct FilterParse {
    std::optional<Filter> filter; ///< empty when the text is wrong or incomplete
    FilterError error;            ///< meaningful without a filter
};

/// Reads a filter's text. Any thread; takes microseconds.
///     expr  := term { ["and" | "&&"] term }
///     term  := {"not" | "!" | "-"} test
///     test  := field ":" value {"," value} | field ("==" | "!=") value | field "in" "{" value {"," value} "}"
///            | field | word | "quoted"
///     field := type kind ns name uid rv manager class changed phase node owner label["key"]
FilterParse parseFilter(std::string_view text);

} // namespace wk
