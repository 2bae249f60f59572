// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"

#include "core/query/filterlexer.h"

#include <algorithm>

namespace wk {

namespace {

using Kind = FilterToken::Kind;
using ErrorKind = FilterErrorKind;

constexpr std::size_t TextBytesMax = 64 * 1024;

/// Which text would be understood in quotes; nothing when none would.
std::string quotesOffered(const std::string &quoted)
{
    return quoted.empty() ? std::string() : " To look for the text, write " + quoted + ".";
}

std::string sentenceFor(ErrorKind kind, const std::string &word, const std::string &quoted = {})
{
    switch (kind) {
    case ErrorKind::TermExpected: return "Something to look for is expected here.";
    case ErrorKind::ValueExpected: return "A value is expected here.";
    case ErrorKind::UnknownField: return "There is no field \"" + word + "\"." + quotesOffered(quoted);
    case ErrorKind::KeyExpected: return "What is meant is named by its key: label[\"app\"], column[\"Ready\"].";
    case ErrorKind::CloseExpected: return "A closing bracket is expected here.";
    case ErrorKind::QuoteOpen: return "The closing quote is missing.";
    case ErrorKind::TextEmpty: return "There is nothing between the quotes.";
    case ErrorKind::NotUnderstood: return "\"" + word + "\" is not understood here." + quotesOffered(quoted);
    case ErrorKind::NoOrder:
        return "This field is text, which \"" + word +
               "\" cannot compare. It is asked with : or ==, as in phase:Running.";
    case ErrorKind::NumberExpected: return "\"" + word + "\" is no number. One is like 3, 250m or 1.5Gi.";
    case ErrorKind::SizeExpected: return "\"" + word + "\" is no size. One is like 5kB or 512Ki.";
    case ErrorKind::DurationExpected: return "\"" + word + "\" is no duration. One is like 90s, 10m or 3d4h.";
    case ErrorKind::TimeExpected: return "\"" + word + "\" is no time. One is like 2026-09-01T12:00.";
    case ErrorKind::TooDeep: return "There are too many brackets in brackets.";
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
        Filter filter;
        if (!atEnd())
            filter = parseChoice();
        if (!atEnd())
            fail(ErrorKind::NotUnderstood); // a bracket that was never opened
        if (m_failed)
            return {{}, m_error};
        return {std::move(filter), {}};
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
        m_error = {kind, offset, length, std::string(m_text.substr(offset, length)), {}, {}};
        m_error.sentence = sentenceFor(kind, m_error.word);
    }

    /// … where a text with a sign in it may be meant, of which a sign alone is none.
    void failAtText(ErrorKind kind, std::size_t offset, std::size_t length)
    {
        if (m_failed)
            return;
        failAt(kind, offset, length);
        const std::string_view piece = pieceAround(offset);
        if (piece.size() > length)
            m_error.quoted = quotedFilterText(piece);
        m_error.sentence = sentenceFor(kind, m_error.word, m_error.quoted);
    }

    /// What stands around a place without a blank or bracket, behind the field that it is the value of.
    std::string_view pieceAround(std::size_t offset) const
    {
        std::size_t begin = m_text.substr(0, offset).find_last_of(" \t\r\n()[]{}\",:=<>!");
        begin = begin == std::string_view::npos ? 0 : begin + 1;
        const bool isValue = begin > 0 && (m_text[begin - 1] == ':' || m_text[begin - 1] == ',');
        const std::size_t end = m_text.find_first_of(isValue ? " \t\r\n()[]{}\"," : " \t\r\n()[]{}\"", offset);
        return m_text.substr(begin, std::min(end, m_text.size()) - begin);
    }

    /// Whether a token stands right behind the one before it, as a sign within a text does.
    bool isGlued(std::size_t at) const
    {
        return at > 0 && m_tokens[at - 1].kind == Kind::Word &&
               m_tokens[at - 1].offset + m_tokens[at - 1].length == m_tokens[at].offset;
    }

    Filter parseChoice()
    {
        std::vector<Filter> alternatives;
        do
            alternatives.push_back(parseChain());
        while (!m_failed && take(Kind::Or));
        return m_failed ? Filter() : anyOf(std::move(alternatives));
    }

    bool isChainOver() const { return atEnd() || isNext(Kind::Or) || isNext(Kind::CloseParen); }

    Filter parseChain()
    {
        std::vector<FilterClause> clauses;
        do {
            Filter term = parseTerm();
            clauses.insert(clauses.end(), term.clauses().begin(), term.clauses().end());
            if (take(Kind::And) && (isChainOver() || isNext(Kind::And)))
                fail(ErrorKind::TermExpected);
        } while (!m_failed && !isChainOver());
        return Filter(std::move(clauses));
    }

    Filter parseTerm()
    {
        bool negated = false;
        while (take(Kind::Not))
            negated = !negated;
        Filter term;
        if (isNext(Kind::OpenParen))
            term = parseBrackets();
        else if (auto test = parseTest())
            term = Filter({std::move(*test)});
        return negated && !m_failed ? opposite(term) : term;
    }

    Filter parseBrackets()
    {
        if (m_depth == FilterDepthMax) {
            fail(ErrorKind::TooDeep);
            return {};
        }
        take(Kind::OpenParen);
        ++m_depth;
        Filter inner = parseChoice();
        --m_depth;
        if (!take(Kind::CloseParen))
            fail(ErrorKind::CloseExpected);
        return inner;
    }

    /// What stands behind the signs; negated when it was written with "!=".
    std::optional<FilterClause> parseTest()
    {
        if (isChainOver() || isNext(Kind::And)) {
            fail(ErrorKind::TermExpected);
            return {};
        }
        const FilterToken token = m_tokens[m_at];
        if (token.kind == Kind::Word)
            return parseWord(token);
        if (token.kind == Kind::Quoted || token.kind == Kind::OpenQuote) {
            m_rank = FilterRank::Text;
            const auto value = parseValue();
            return value ? textTerm(*value) : std::nullopt;
        }
        if (token.kind == Kind::Strange || isGlued(m_at))
            failAtText(ErrorKind::NotUnderstood, token.offset, token.length);
        else
            fail(ErrorKind::TermExpected);
        return {};
    }

    static std::optional<FilterClause> textTerm(const std::string &text)
    {
        return FilterClause{false, FilterTerm(FilterField::Text, {}, FilterOp::Contains, {text}), {}};
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
        const bool asField = isNext(Kind::Colon) || isNext(Kind::Equal) || isNext(Kind::Unequal) ||
                             isNext(Kind::OpenBracket) || comparisonNext();
        if (!asField)
            return textTerm(word.text);
        failAtText(ErrorKind::UnknownField, word.offset, word.length);
        return {};
    }

    std::optional<FilterClause> parseField(FilterField field)
    {
        std::string key;
        if (hasKey(field)) {
            auto parsed = parseKey();
            if (!parsed)
                return {};
            key = std::move(*parsed);
        }
        m_rank = rankOf(field);
        if (take(Kind::Colon))
            return termOf(field, key, FilterOp::Contains, parseValues());
        if (const auto op = comparisonNext())
            return parseComparison(field, key, *op);
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
            fail(ErrorKind::NotUnderstood);
            return {};
        }
        return termOf(field, key, FilterOp::Exists, {});
    }

    std::optional<FilterOp> comparisonNext() const
    {
        return isNext(Kind::Less)           ? std::optional(FilterOp::Less)
               : isNext(Kind::LessEqual)    ? std::optional(FilterOp::LessEqual)
               : isNext(Kind::Greater)      ? std::optional(FilterOp::Greater)
               : isNext(Kind::GreaterEqual) ? std::optional(FilterOp::GreaterEqual)
                                            : std::nullopt;
    }

    std::optional<FilterClause> parseComparison(FilterField field, const std::string &key, FilterOp op)
    {
        if (m_rank == FilterRank::Text) {
            fail(ErrorKind::NoOrder);
            return {};
        }
        const FilterToken value = ++m_at < m_tokens.size() ? m_tokens[m_at] : FilterToken();
        auto text = parseValue();
        if (text && m_rank == FilterRank::Cell && !readCellNumbers(*text).isNumber())
            failAt(ErrorKind::NumberExpected, value.offset, value.length);
        return termOf(field, key, op, text ? std::vector{std::move(*text)} : std::vector<std::string>{});
    }

    /// What a value of the field under way must be; nothing when it is that, or anything will do.
    std::optional<ErrorKind> misreadOf(const std::string &value) const
    {
        if (m_rank == FilterRank::Text || m_rank == FilterRank::Cell || readFilterNumber(m_rank, value))
            return {};
        return m_rank == FilterRank::Bytes      ? ErrorKind::SizeExpected
               : m_rank == FilterRank::Duration ? ErrorKind::DurationExpected
                                                : ErrorKind::TimeExpected;
    }

    bool isOperatorNext() const
    {
        if (isNext(Kind::Strange))
            return true;
        return isNext(Kind::Word) && isReservedWord(m_tokens[m_at].text);
    }

    std::optional<FilterClause> termOf(FilterField field, const std::string &key, FilterOp op,
                                       std::vector<std::string> values) const
    {
        if (m_failed)
            return {};
        return FilterClause{false, FilterTerm(field, key, op, std::move(values)), {}};
    }

    std::optional<std::string> parseKey()
    {
        m_rank = FilterRank::Text;
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
        if (const auto misread = misreadOf(m_tokens[m_at].text)) {
            fail(*misread);
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
    int m_depth = 0;
    FilterRank m_rank = FilterRank::Text; ///< of the field whose values are read
    bool m_failed = false;
    FilterError m_error;
};

} // namespace

FilterParse parseFilter(std::string_view text)
{
    if (text.size() > TextBytesMax)
        return {{}, {ErrorKind::TooLong, TextBytesMax, 0, {}, {}, sentenceFor(ErrorKind::TooLong, {})}};
    return Parser(text).run();
}

} // namespace wk
