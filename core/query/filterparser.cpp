// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"

#include "core/query/filterlexer.h"

namespace wk {

namespace {

using Kind = FilterToken::Kind;
using ErrorKind = FilterErrorKind;

constexpr std::size_t TextBytesMax = 64 * 1024;

std::string sentenceFor(ErrorKind kind, const std::string &word)
{
    switch (kind) {
    case ErrorKind::TermExpected: return "Something to look for is expected here.";
    case ErrorKind::ValueExpected: return "A value is expected here.";
    case ErrorKind::UnknownField: return "There is no field \"" + word + "\". To look for the text, put it in quotes.";
    case ErrorKind::KeyExpected: return "A label is named by its key: label[\"app\"].";
    case ErrorKind::CloseExpected: return "A closing bracket is expected here.";
    case ErrorKind::QuoteOpen: return "The closing quote is missing.";
    case ErrorKind::TextEmpty: return "There is nothing between the quotes.";
    case ErrorKind::NotUnderstood:
        return "\"" + word + "\" is not understood here. To look for the text, put it in quotes.";
    case ErrorKind::NoComparison:
        return "Nothing can be compared with \"" + word + "\" yet. Fields are asked with : or ==, as in phase:Running.";
    case ErrorKind::TooLong: return "The filter is longer than 64 KiB.";
    }
    return {};
}

/// Goes over the tokens once; the first error ends it.
class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
        , m_tokens(filterTokens(text))
    {}

    FilterParse run()
    {
        std::vector<FilterClause> clauses;
        while (!atEnd() && !m_failed) {
            if (isNext(Kind::And)) {
                if (clauses.empty())
                    fail(ErrorKind::TermExpected);
                ++m_at;
                if (atEnd() || isNext(Kind::And))
                    fail(ErrorKind::TermExpected);
                continue;
            }
            if (auto clause = parseClause())
                clauses.push_back(std::move(*clause));
        }
        if (m_failed)
            return {{}, m_error};
        return {Filter(std::move(clauses)), {}};
    }

private:
    bool atEnd() const { return m_at == m_tokens.size(); }
    bool isNext(Kind kind) const { return !atEnd() && m_tokens[m_at].kind == kind; }

    bool take(Kind kind)
    {
        if (!isNext(kind))
            return false;
        ++m_at;
        return true;
    }

    /// At the next token, or at the end of the text; the first error stands.
    void fail(ErrorKind kind)
    {
        const FilterToken token = atEnd() ? FilterToken{Kind::Word, m_text.size(), 0, {}} : m_tokens[m_at];
        failAt(kind, token.offset, token.length);
    }

    void failAt(ErrorKind kind, std::size_t offset, std::size_t length)
    {
        if (m_failed)
            return;
        m_failed = true;
        m_error = {kind, offset, length, std::string(m_text.substr(offset, length)), {}};
        m_error.sentence = sentenceFor(kind, m_error.word);
    }

    std::optional<FilterClause> parseClause()
    {
        bool negated = false;
        while (take(Kind::Not))
            negated = !negated;
        auto test = parseTest();
        if (test)
            test->negated = test->negated != negated;
        return test;
    }

    /// What stands behind the signs; negated when it was written with "!=".
    std::optional<FilterClause> parseTest()
    {
        if (atEnd() || isNext(Kind::And)) {
            fail(ErrorKind::TermExpected);
            return {};
        }
        const FilterToken token = m_tokens[m_at];
        if (token.kind == Kind::Word)
            return parseWord(token);
        if (token.kind == Kind::Quoted || token.kind == Kind::OpenQuote) {
            const auto value = parseValue();
            return value ? textTerm(*value) : std::nullopt;
        }
        fail(token.kind == Kind::Strange ? strangeness() : ErrorKind::TermExpected);
        return {};
    }

    static std::optional<FilterClause> textTerm(const std::string &text)
    {
        return FilterClause{false, FilterTerm(FilterField::Text, {}, FilterOp::Contains, {text})};
    }

    std::optional<FilterClause> parseWord(const FilterToken &word)
    {
        const auto field = fieldByName(word.text);
        if (isReservedWord(word.text)) {
            fail(ErrorKind::NotUnderstood);
            return {};
        }
        ++m_at;
        if (field)
            return parseField(*field);
        const bool asField =
            isNext(Kind::Colon) || isNext(Kind::Equal) || isNext(Kind::Unequal) || isNext(Kind::OpenBracket);
        if (!asField)
            return textTerm(word.text);
        failAt(ErrorKind::UnknownField, word.offset, word.length);
        return {};
    }

    std::optional<FilterClause> parseField(FilterField field)
    {
        std::string key;
        if (field == FilterField::Label) {
            auto parsed = parseKey();
            if (!parsed)
                return {};
            key = std::move(*parsed);
        }
        if (take(Kind::Colon))
            return termOf(field, key, FilterOp::Contains, parseValues());
        if (isNext(Kind::Equal) || isNext(Kind::Unequal)) {
            const bool unequal = take(Kind::Unequal);
            take(Kind::Equal);
            auto value = parseValue();
            auto clause = termOf(field, key, FilterOp::Equals,
                                 value ? std::vector{std::move(*value)} : std::vector<std::string>{});
            if (clause)
                clause->negated = unequal;
            return clause;
        }
        if (isNext(Kind::Word) && m_tokens[m_at].text == "in") {
            ++m_at;
            return termOf(field, key, FilterOp::Equals, parseSet());
        }
        if (isOperatorNext()) {
            fail(strangeness());
            return {};
        }
        return termOf(field, key, FilterOp::Exists, {});
    }

    /// Of the token that is next and has no meaning there.
    ErrorKind strangeness() const
    {
        const char sign = m_text[m_tokens[m_at].offset];
        return sign == '<' || sign == '>' ? ErrorKind::NoComparison : ErrorKind::NotUnderstood;
    }

    bool isOperatorNext() const
    {
        if (isNext(Kind::Strange))
            return true;
        return isNext(Kind::Word) && m_tokens[m_at].text != "or" && isReservedWord(m_tokens[m_at].text);
    }

    std::optional<FilterClause> termOf(FilterField field, const std::string &key, FilterOp op,
                                       std::vector<std::string> values) const
    {
        if (m_failed)
            return {};
        return FilterClause{false, FilterTerm(field, key, op, std::move(values))};
    }

    std::optional<std::string> parseKey()
    {
        if (!take(Kind::OpenBracket) || !(isNext(Kind::Quoted) || isNext(Kind::OpenQuote))) {
            fail(ErrorKind::KeyExpected);
            return {};
        }
        auto key = parseValue();
        if (key && !take(Kind::CloseBracket))
            fail(ErrorKind::CloseExpected);
        return m_failed ? std::nullopt : key;
    }

    std::optional<std::string> parseValue()
    {
        if (isNext(Kind::OpenQuote)) {
            fail(ErrorKind::QuoteOpen);
            return {};
        }
        if (!isNext(Kind::Word) && !isNext(Kind::Quoted)) {
            fail(ErrorKind::ValueExpected);
            return {};
        }
        if (m_tokens[m_at].text.empty()) {
            fail(ErrorKind::TextEmpty);
            return {};
        }
        return m_tokens[m_at++].text;
    }

    std::vector<std::string> parseValues()
    {
        std::vector<std::string> values;
        do {
            if (auto value = parseValue())
                values.push_back(std::move(*value));
        } while (!m_failed && take(Kind::Comma));
        return values;
    }

    std::vector<std::string> parseSet()
    {
        if (!take(Kind::OpenBrace)) {
            fail(ErrorKind::ValueExpected);
            return {};
        }
        auto values = parseValues();
        if (!take(Kind::CloseBrace))
            fail(ErrorKind::CloseExpected);
        return values;
    }

    std::string_view m_text;
    std::vector<FilterToken> m_tokens;
    std::size_t m_at = 0;
    bool m_failed = false;
    FilterError m_error;
};

} // namespace

FilterParse parseFilter(std::string_view text)
{
    if (text.size() > TextBytesMax)
        return {{}, {ErrorKind::TooLong, TextBytesMax, 0, {}, sentenceFor(ErrorKind::TooLong, {})}};
    return Parser(text).run();
}

} // namespace wk
