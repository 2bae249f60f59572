// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filterwords.h"

#include "core/history/facetvalues.h"
#include "core/query/filterlexer.h"
#include "ui/models/modelstr.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

namespace {

using Ink = FilterSpan::Ink;
using Token = FilterToken::Kind;

constexpr std::size_t PointChars = 40;

int characters(const QByteArray &utf8, std::size_t bytes)
{
    return static_cast<int>(QString::fromUtf8(utf8.left(static_cast<qsizetype>(bytes))).size());
}

FilterSpan span(const QByteArray &utf8, std::size_t offset, std::size_t length, Ink ink)
{
    const int start = characters(utf8, offset);
    return {start, characters(utf8, offset + length) - start, ink};
}

bool isKeyword(const FilterToken &token)
{
    return token.kind == Token::Word && isReservedWord(token.text);
}

bool isOperator(Token kind)
{
    return kind == Token::Equal || kind == Token::Unequal || kind == Token::Less || kind == Token::LessEqual ||
           kind == Token::Greater || kind == Token::GreaterEqual;
}

bool isNumber(const std::string &text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

/// What a word is depends on its neighbours: before an operator it is a field, behind one a value.
Ink inkOf(const std::vector<FilterToken> &tokens, std::size_t at)
{
    const FilterToken &token = tokens[at];
    const auto kindAt = [&](std::size_t i) { return i < tokens.size() ? tokens[i].kind : Token::And; };
    const auto isIn = [&](std::size_t i) { return i < tokens.size() && isKeyword(tokens[i]); };
    switch (token.kind) {
    case Token::Quoted:
    case Token::OpenQuote: return Ink::Value;
    case Token::And:
    case Token::Or: return Ink::Keyword;
    case Token::Not: return token.length > 1 ? Ink::Keyword : Ink::Operator;
    case Token::Word: break;
    case Token::Colon:
    case Token::Comma:
    case Token::Equal:
    case Token::Unequal:
    case Token::Less:
    case Token::LessEqual:
    case Token::Greater:
    case Token::GreaterEqual:
    case Token::OpenParen:
    case Token::CloseParen:
    case Token::OpenBracket:
    case Token::CloseBracket:
    case Token::OpenBrace:
    case Token::CloseBrace:
    case Token::Strange: return Ink::Operator;
    }
    if (isKeyword(token))
        return Ink::Keyword;
    const Token next = kindAt(at + 1);
    if (next == Token::Colon || isOperator(next) || next == Token::OpenBracket ||
        (isIn(at + 1) && tokens[at + 1].text == "in"))
        return fieldByName(token.text) ? Ink::Field : Ink::Plain;
    const Token before = at > 0 ? kindAt(at - 1) : Token::And;
    const bool isValue = before == Token::Colon || before == Token::Comma || isOperator(before) ||
                         before == Token::OpenBrace || before == Token::OpenBracket;
    if (!isValue)
        return Ink::Plain;
    return isNumber(token.text) ? Ink::Number : Ink::Value;
}

} // namespace

QString filterErrorWords(const FilterError &error)
{
    constexpr std::size_t WordChars = 40;
    const QString word = displayText(error.word, WordChars);
    const QString quoted = displayText(error.quoted, WordChars);
    switch (error.kind) {
    case FilterErrorKind::TermExpected: return ModelsTr::tr("a word to search for is expected");
    case FilterErrorKind::ValueExpected: return ModelsTr::tr("a value is expected");
    case FilterErrorKind::UnknownField:
        return quoted.isEmpty() ? ModelsTr::tr("“%1” is not a field").arg(word)
                                : ModelsTr::tr("“%1” is not a field; in quotes it is text: %2").arg(word, quoted);
    case FilterErrorKind::KeyExpected: return ModelsTr::tr("[\"key\"] is expected");
    case FilterErrorKind::CloseExpected: return ModelsTr::tr("a closing bracket is expected");
    case FilterErrorKind::QuoteOpen: return ModelsTr::tr("a closing quote is expected");
    case FilterErrorKind::TextEmpty: return ModelsTr::tr("an empty text matches everything");
    case FilterErrorKind::NotUnderstood:
        if (!quoted.isEmpty())
            return ModelsTr::tr("“%1” is not understood here; in quotes it is text: %2").arg(word, quoted);
        return error.word == "="
                   ? ModelsTr::tr("“=” is not understood; use == for an exact match, or : for what contains it")
                   : ModelsTr::tr("“%1” is not understood here").arg(word);
    case FilterErrorKind::NoOrder:
        return ModelsTr::tr("this field is text, which “%1” cannot compare; use : or ==").arg(word);
    case FilterErrorKind::NumberExpected: return ModelsTr::tr("a number is expected, like 3 or 250m");
    case FilterErrorKind::SizeExpected: return ModelsTr::tr("a size is expected, like 5kB or 512Ki");
    case FilterErrorKind::DurationExpected: return ModelsTr::tr("a duration is expected, like 90s or 3d4h");
    case FilterErrorKind::TimeExpected: return ModelsTr::tr("a time is expected, like 2026-09-01T12:00");
    case FilterErrorKind::TooDeep: return ModelsTr::tr("brackets are nested too deeply");
    case FilterErrorKind::TooLong: return ModelsTr::tr("the filter is too long");
    }
    return {};
}

bool isUnfinished(const FilterError &error, const QString &text)
{
    switch (error.kind) {
    case FilterErrorKind::QuoteOpen: return true;
    case FilterErrorKind::TermExpected:
    case FilterErrorKind::ValueExpected:
    case FilterErrorKind::KeyExpected:
    case FilterErrorKind::NumberExpected:
    case FilterErrorKind::SizeExpected:
    case FilterErrorKind::DurationExpected:
    case FilterErrorKind::TimeExpected:
    case FilterErrorKind::CloseExpected: {
        const FilterSpan where = spanOf(error, text);
        return where.start + where.length >= text.trimmed().size();
    }
    case FilterErrorKind::UnknownField:
    case FilterErrorKind::TextEmpty:
    case FilterErrorKind::NotUnderstood:
    case FilterErrorKind::NoOrder:
    case FilterErrorKind::TooDeep:
    case FilterErrorKind::TooLong: return false;
    }
    return false;
}

namespace {

QString wordsFor(const FilterPoint &point)
{
    if (point.value.empty())
        return ModelsTr::tr("none", "a cell without a value");
    if (point.field == FilterField::Manager && point.value == DoubtedWriter)
        return ModelsTr::tr("? in doubt: no managedFields entry says who");
    if (point.field == FilterField::Manager && point.value == ServersWriter)
        return ModelsTr::tr("the server itself");
    if (point.field == FilterField::Manager && point.value == NobodysWriter)
        return ModelsTr::tr("nobody known");
    return displayText(point.value, PointChars);
}

} // namespace

std::vector<PointChoice> choicesFor(const Filter &filter, const FilterPoint &point)
{
    const QString shown = wordsFor(point).replace(u'&', QStringLiteral("&&"));
    std::vector<PointChoice> choices;
    const auto offer = [&](const QString &text, Filter made) { choices.push_back({text.arg(shown), std::move(made)}); };
    // Who is known to have written and who may have are one: the filter finds both.
    const bool isWriter = point.field == FilterField::Manager && !point.value.empty() && point.value != DoubtedWriter;
    offer(isWriter ? ModelsTr::tr("Only this writer: %1") : ModelsTr::tr("Only this: %1"), withOnly(filter, point));
    offer(isWriter ? ModelsTr::tr("Not this writer: %1") : ModelsTr::tr("Not this: %1"), without(filter, point));
    const auto atLeast = [&](const QString &text) { offer(text, withBound(filter, point, FilterOp::GreaterEqual)); };
    const auto atMost = [&](const QString &text) { offer(text, withBound(filter, point, FilterOp::LessEqual)); };
    if (point.value.empty())
        return choices;
    switch (rankOf(point.field)) {
    case FilterRank::Text: break;
    case FilterRank::Cell:
        if (!readCellNumbers(point.value).isNumber())
            break;
        [[fallthrough]];
    case FilterRank::Bytes:
        atLeast(ModelsTr::tr("At least this: %1"));
        atMost(ModelsTr::tr("At most this: %1"));
        break;
    case FilterRank::Time:
        atLeast(ModelsTr::tr("From then on: %1"));
        atMost(ModelsTr::tr("Until then: %1"));
        break;
    case FilterRank::Duration:
        atLeast(ModelsTr::tr("At least this old: %1"));
        atMost(ModelsTr::tr("At most this old: %1"));
        break;
    }
    return choices;
}

std::vector<FilterSpan> filterSpans(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    const std::vector<FilterToken> tokens = filterTokens(utf8.toStdString());
    std::vector<FilterSpan> spans;
    spans.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
        spans.push_back(span(utf8, tokens[i].offset, tokens[i].length, inkOf(tokens, i)));
    return spans;
}

FilterSpan spanOf(const FilterError &error, const QString &text)
{
    return span(text.toUtf8(), error.offset, error.length, Ink::Plain);
}

} // namespace wk
