// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filtercompletion.h"

#include "core/query/filterlexer.h"

#include <algorithm>
#include <optional>
#include <span>

namespace wk {

namespace {

using Kind = FilterToken::Kind;
using Tokens = std::span<const FilterToken>;

bool isText(Kind kind)
{
    return kind == Kind::Word || kind == Kind::Quoted || kind == Kind::OpenQuote;
}

bool isSign(const Tokens &tokens, Kind kind)
{
    return !tokens.empty() && tokens.back().kind == kind;
}

/// The field that ends the tokens, `kind` or `label["app"]`; nothing for other words.
std::optional<FilterPlace> fieldAtEnd(Tokens tokens)
{
    FilterPlace place;
    place.wants = FilterPlace::Wants::Value;
    if (isSign(tokens, Kind::CloseBracket)) {
        if (tokens.size() < 4 || tokens[tokens.size() - 3].kind != Kind::OpenBracket)
            return {};
        place.key = tokens[tokens.size() - 2].text;
        tokens = tokens.first(tokens.size() - 3);
    }
    const auto field = isSign(tokens, Kind::Word) ? fieldByName(tokens.back().text) : std::nullopt;
    if (!field || hasKey(*field) == place.key.empty())
        return {};
    place.field = *field;
    return place;
}

/// Before the value that follows these tokens: field and operator, and values of the same field with commas.
std::optional<FilterPlace> valueAfter(Tokens tokens)
{
    while (tokens.size() >= 2 && isSign(tokens, Kind::Comma) && isText(tokens[tokens.size() - 2].kind))
        tokens = tokens.first(tokens.size() - 2);
    if (tokens.empty())
        return {};
    const Kind sign = tokens.back().kind;
    tokens = tokens.first(tokens.size() - 1);
    if (sign == Kind::Colon || sign == Kind::Equal || sign == Kind::Unequal)
        return fieldAtEnd(tokens);
    if (sign == Kind::Less || sign == Kind::LessEqual || sign == Kind::Greater || sign == Kind::GreaterEqual) {
        const auto place = fieldAtEnd(tokens);
        return place && rankOf(place->field) != FilterRank::Text ? place : std::nullopt;
    }
    const bool isIn = sign == Kind::OpenBrace && isSign(tokens, Kind::Word) && tokens.back().text == "in";
    return isIn ? fieldAtEnd(tokens.first(tokens.size() - 1)) : std::nullopt;
}

FilterPlace placeAfter(Tokens tokens)
{
    FilterPlace place;
    if (auto value = valueAfter(tokens))
        return *value;
    if (isSign(tokens, Kind::OpenBracket)) {
        const auto field = tokens.size() >= 2 ? fieldByName(tokens[tokens.size() - 2].text) : std::nullopt;
        place.wants = field && hasKey(*field) ? FilterPlace::Wants::Key : FilterPlace::Wants::Nothing;
        place.field = field.value_or(FilterField::Label);
        return place;
    }
    const bool begins = tokens.empty() || isText(tokens.back().kind) || isSign(tokens, Kind::And) ||
                        isSign(tokens, Kind::Or) || isSign(tokens, Kind::OpenParen) ||
                        isSign(tokens, Kind::CloseParen) || isSign(tokens, Kind::Not) ||
                        isSign(tokens, Kind::CloseBrace) || isSign(tokens, Kind::CloseBracket);
    place.wants = begins ? FilterPlace::Wants::Term : FilterPlace::Wants::Nothing;
    return place;
}

} // namespace

FilterPlace filterPlaceAt(std::string_view text, std::size_t cursor)
{
    cursor = std::min(cursor, text.size());
    const std::vector<FilterToken> all = filterTokens(text);
    const auto touched = std::ranges::find_if(all, [cursor](const FilterToken &token) {
        return isText(token.kind) && token.offset < cursor && cursor <= token.offset + token.length;
    });
    const auto next = std::ranges::find_if(all, [cursor](const FilterToken &token) { return token.offset >= cursor; });
    const auto end = touched == all.end() ? next : touched;
    FilterPlace place = placeAfter(Tokens(all.data(), static_cast<std::size_t>(end - all.begin())));
    place.offset = cursor;
    if (touched == all.end())
        return place;
    if (touched->kind == Kind::Quoted && cursor == touched->offset + touched->length)
        return {};
    place.offset = touched->offset;
    place.length = touched->length;
    const std::size_t quote = touched->kind == Kind::Word ? 0 : 1;
    place.typed = text.substr(place.offset + quote, cursor - place.offset - quote);
    return place;
}

std::vector<FilterField> fieldsBeginning(std::string_view typed)
{
    std::string lower(typed);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    std::vector<FilterField> fields;
    for (int i = 0; i < static_cast<int>(FilterField::Text); ++i) {
        if (fieldName(static_cast<FilterField>(i)).starts_with(lower))
            fields.push_back(static_cast<FilterField>(i));
    }
    return fields;
}

std::string insertedField(FilterField field)
{
    const FilterRank rank = rankOf(field);
    const bool isMeasure = rank == FilterRank::Bytes || rank == FilterRank::Duration || rank == FilterRank::Time;
    return std::string(fieldName(field)) + (hasKey(field) ? "[" : isMeasure ? " > " : ":");
}

std::string insertedValue(const FilterPlace &place, std::string_view value)
{
    if (place.wants == FilterPlace::Wants::Key)
        return quotedFilterText(value) + "]:";
    return isBareWord(value) && !isReservedWord(value) ? std::string(value) : quotedFilterText(value);
}

} // namespace wk
