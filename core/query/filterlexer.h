// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// A piece of a filter's text, for the parser and for whoever colours it. Offsets and lengths are bytes.
struct FilterToken {
    enum class Kind {
        Word, ///< bare: a field, a keyword, a value, a text to look for
        Quoted,
        OpenQuote, ///< a quoted text without its end
        Colon,
        Comma,
        Equal,   ///< ==
        Unequal, ///< !=
        Less,    ///< <
        LessEqual,
        Greater, ///< >
        GreaterEqual,
        Not, ///< ! or - before a term
        And, ///< and, &&
        Or,  ///< or, ||
        OpenParen,
        CloseParen,
        OpenBracket,
        CloseBracket,
        OpenBrace,
        CloseBrace,
        Strange, ///< a character that has no meaning here, or not yet: ~ = | / …
    };

    Kind kind = Kind::Word;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string text; ///< of Word and Quoted, escapes undone
};

/// Takes any text apart. Any thread.
std::vector<FilterToken> filterTokens(std::string_view text);

/// Whether a text can stand without quotes: letters, digits, _ - . / and whatever is beyond ASCII, no sign in front.
bool isBareWord(std::string_view text);

/// In quotes, as a filter's text holds it.
std::string quotedFilterText(std::string_view text);

/// Keywords of the language, today's and those to come: they cannot stand bare.
bool isReservedWord(std::string_view text);

/// Ignoring case; "namespace" is "ns", "status" is "phase". Empty when there is no such field.
std::optional<FilterField> fieldByName(std::string_view name);

} // namespace wk
