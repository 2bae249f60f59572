// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filterwords.h"

#include "core/query/filterlexer.h"
#include "ui/models/modelstr.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

namespace {

using Ink = FilterSpan::Ink;
using Token = FilterToken::Kind;

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
    case Token::And: return Ink::Keyword;
    case Token::Not: return token.length > 1 ? Ink::Keyword : Ink::Operator;
    case Token::Word: break;
    case Token::Colon:
    case Token::Comma:
    case Token::Equal:
    case Token::Unequal:
    case Token::OpenBracket:
    case Token::CloseBracket:
    case Token::OpenBrace:
    case Token::CloseBrace:
    case Token::Strange: return Ink::Operator;
    }
    if (isKeyword(token))
        return Ink::Keyword;
    const Token next = kindAt(at + 1);
    if (next == Token::Colon || next == Token::Equal || next == Token::Unequal || next == Token::OpenBracket ||
        (isIn(at + 1) && tokens[at + 1].text == "in"))
        return fieldByName(token.text) ? Ink::Field : Ink::Plain;
    const Token before = at > 0 ? kindAt(at - 1) : Token::And;
    const bool isValue = before == Token::Colon || before == Token::Comma || before == Token::Equal ||
                         before == Token::Unequal || before == Token::OpenBrace || before == Token::OpenBracket;
    if (!isValue)
        return Ink::Plain;
    return isNumber(token.text) ? Ink::Number : Ink::Value;
}

} // namespace

QString filterErrorWords(const FilterError &error)
{
    const QString word = displayText(error.word, 40);
    switch (error.kind) {
    case FilterErrorKind::TermExpected: return ModelsTr::tr("something to look for expected");
    case FilterErrorKind::ValueExpected: return ModelsTr::tr("value expected");
    case FilterErrorKind::UnknownField: return ModelsTr::tr("“%1” is not a field; in quotes it is text").arg(word);
    case FilterErrorKind::KeyExpected: return ModelsTr::tr("label[\"key\"] expected");
    case FilterErrorKind::CloseExpected: return ModelsTr::tr("closing bracket expected");
    case FilterErrorKind::QuoteOpen: return ModelsTr::tr("closing quote expected");
    case FilterErrorKind::TextEmpty: return ModelsTr::tr("an empty text is everywhere");
    case FilterErrorKind::NotUnderstood: return ModelsTr::tr("“%1” is not understood here").arg(word);
    case FilterErrorKind::NoComparison:
        return ModelsTr::tr("“%1” cannot be asked yet; what can is like phase:Running or ns != web").arg(word);
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
    case FilterErrorKind::CloseExpected: {
        const FilterSpan where = spanOf(error, text);
        return where.start + where.length >= text.trimmed().size();
    }
    case FilterErrorKind::UnknownField:
    case FilterErrorKind::TextEmpty:
    case FilterErrorKind::NotUnderstood:
    case FilterErrorKind::NoComparison:
    case FilterErrorKind::TooLong: return false;
    }
    return false;
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
