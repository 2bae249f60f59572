// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/jsonpath.h"

#include "core/base/limits.h"
#include "core/json/goquote.h"

#include <algorithm>
#include <charconv>

namespace wk::json {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Beyond ASCII all counts as a letter.
bool isWordStart(char c)
{
    return c == '_' || isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || static_cast<signed char>(c) < 0;
}

bool endsWord(char c)
{
    return std::string_view(" \t\r\n.,[]$@{}").find(c) != std::string_view::npos;
}

std::string_view trimmedBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// `left operator right` of a filter; without an operator all is on the left.
struct Comparison {
    std::string_view left;
    std::string_view op{};
    std::string_view right{};
};

Comparison comparisonOf(std::string_view text)
{
    constexpr std::string_view Operators = "!<>=";
    const std::size_t begin = text.find_first_of(Operators);
    if (begin == text.npos || begin == 0)
        return {text};
    // Something is left to compare with.
    const std::size_t end = std::min(text.find_first_not_of(Operators, begin), text.size() - 1);
    return end == begin ? Comparison{text}
                        : Comparison{text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

/// Reads the inside of one action, up to its brace.
class ActionReader
{
public:
    /// `text` begins behind the opening brace.
    ActionReader(std::string_view text, int depth)
        : m_text(text)
        , m_depth(depth)
    {}

    Result<PathAction> read()
    {
        if (m_depth > limits::PathDepth)
            return pathError("the template is nested too deeply");
        while (m_at < m_text.size() && m_text[m_at] != '}') {
            if (auto done = readStep(); !done)
                return done.error();
        }
        if (m_at == m_text.size())
            return pathError("unclosed action");
        ++m_at;
        return std::move(m_action);
    }
    /// Behind the closing brace.
    std::size_t at() const { return m_at; }

    /// The steps of a text that stands in no braces of its own.
    static Result<PathSteps> stepsOf(std::string_view text, int depth)
    {
        ActionReader reader(text, depth);
        while (reader.m_at < text.size() && text[reader.m_at] != '}') {
            if (auto done = reader.readStep(); !done)
                return done.error();
        }
        if (!reader.m_action.word.empty())
            return pathError("unrecognized identifier " + reader.m_action.word);
        return std::move(reader.m_action.steps);
    }

private:
    using Kind = PathStep::Kind;

    bool isAt(std::string_view prefix) const { return m_text.substr(m_at).starts_with(prefix); }
    void add(PathStep step) { m_action.steps.push_back(std::move(step)); }

    Result<> readStep()
    {
        if (isAt("[?("))
            return readFilter();
        if (isAt(".."))
            return readDescent();
        const char c = m_text[m_at];
        if (c == ' ' || c == '@' || c == '$') {
            ++m_at;
            return success();
        }
        if (c == '[')
            return readBracket();
        if (c == '"' || c == '\'')
            return readQuote(c);
        if (c == '.') {
            ++m_at;
            return readField();
        }
        if (c == '+' || c == '-' || isDigit(c))
            return readNumber();
        if (isWordStart(c))
            return readWord();
        if (c == '\n' || c == '\r')
            return pathError("unclosed action");
        return pathError("unrecognized character in action: '" + std::string(1, c) + "'");
    }

    Result<> readField()
    {
        std::string name;
        while (m_at < m_text.size() && !endsWord(m_text[m_at])) {
            const bool isEscape = m_text[m_at] == '\\' && m_at + 1 < m_text.size();
            name += m_text[m_at + (isEscape ? 1 : 0)];
            m_at += isEscape ? 2 : 1;
        }
        add(name == "*" ? PathStep{Kind::Wildcard} : PathStep{Kind::Field, std::move(name)});
        return success();
    }

    Result<> readDescent()
    {
        if (!m_action.steps.empty() && m_action.steps.back().kind == Kind::Descent)
            return pathError("invalid multiple recursive descent");
        m_at += 2;
        add({Kind::Descent});
        return m_at < m_text.size() && isWordStart(m_text[m_at]) ? readField() : success();
    }

    Result<> readNumber()
    {
        const std::size_t begin = m_at++;
        while (m_at < m_text.size() && (m_text[m_at] == '.' || isDigit(m_text[m_at])))
            ++m_at;
        const std::string_view text = m_text.substr(begin, m_at - begin);
        PathStep step{Kind::Integer};
        if (const auto whole = wholeNumber(text)) {
            step.integer = *whole;
        } else {
            step.kind = Kind::Real;
            const std::string_view plain = text.starts_with('+') ? text.substr(1) : text;
            const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), step.real);
            if (error != std::errc() || end != text.data() + text.size())
                return pathError("cannot parse number " + std::string(text));
        }
        add(std::move(step));
        return success();
    }

    Result<> readWord()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && !endsWord(m_text[m_at]))
            ++m_at;
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (word == "true" || word == "false") {
            PathStep step{Kind::Boolean};
            step.boolean = word == "true";
            add(std::move(step));
        } else if (word == "range" || word == "end") {
            m_action.word = word;
        } else {
            return pathError("unrecognized identifier " + std::string(word));
        }
        return success();
    }

    Result<> readQuote(char quote)
    {
        const std::size_t begin = ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != '\n' && (m_text[m_at] != quote || m_text[m_at - 1] == '\\'))
            ++m_at;
        if (m_at == m_text.size() || m_text[m_at] != quote)
            return pathError("unterminated quoted string");
        auto text = goUnquoted(m_text.substr(begin, m_at - begin), quote);
        if (!text)
            return text.error();
        ++m_at;
        add({Kind::Text, std::move(text).value()});
        return success();
    }

    Result<> readBracket()
    {
        const std::size_t end = m_text.find_first_of("]\n", m_at);
        if (end == m_text.npos || m_text[end] == '\n')
            return pathError("unterminated array");
        const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        if (inside.find(',') == inside.npos)
            return readBracketed(inside, m_action.steps);
        PathStep step{Kind::Union};
        for (std::size_t begin = 0; begin <= inside.size();) {
            const std::size_t comma = std::min(inside.find(',', begin), inside.size());
            step.branches.emplace_back();
            const auto done = readBracketed(trimmedBlanks(inside.substr(begin, comma - begin)), step.branches.back());
            if (!done)
                return done.error();
            begin = comma + 1;
        }
        add(std::move(step));
        return success();
    }

    /// One of those between the commas of a bracket.
    Result<> readBracketed(std::string_view inside, PathSteps &into)
    {
        if (inside.size() >= 2 && inside.front() == '\'' && inside.find('\'', 1) == inside.size() - 1) {
            const std::string path = '.' + std::string(inside.substr(1, inside.size() - 2));
            const auto steps = stepsOf(path, m_depth + 1);
            if (!steps)
                return steps.error();
            into.insert(into.end(), steps->begin(), steps->end());
            return success();
        }
        auto slice = sliceOf(inside);
        if (!slice)
            return slice.error();
        PathStep step{Kind::Slice};
        step.slice = std::move(slice).value();
        into.push_back(std::move(step));
        return success();
    }

    static Result<PathSlice> sliceOf(std::string_view inside)
    {
        PathSlice slice;
        if (inside == "*")
            return slice;
        slice.isIndex = inside.find(':') == inside.npos;
        std::optional<std::int64_t> *const bounds[] = {&slice.from, &slice.to, &slice.step};
        std::size_t begin = 0;
        for (auto *bound : bounds) {
            const std::size_t colon = std::min(inside.find(':', begin), inside.size());
            const std::string_view text = inside.substr(begin, colon - begin);
            *bound = wholeNumber(text);
            if ((!text.empty() && !*bound) || text.starts_with('+'))
                return pathError("invalid array index " + std::string(inside));
            begin = colon + 1;
            if (colon == inside.size())
                return slice;
        }
        return pathError("invalid array index " + std::string(inside));
    }

    Result<> readFilter()
    {
        m_at += 3;
        const std::size_t begin = m_at;
        char quote = '\0';
        bool isQuoted = false;
        for (;; ++m_at) {
            if (m_at == m_text.size() || m_text[m_at] == '\n')
                return pathError("unterminated filter");
            const char c = m_text[m_at];
            const bool isQuote = c == '"' || c == '\'';
            if (isQuote && quote == '\0') {
                quote = c;
                isQuoted = true;
            } else if (isQuote && c == quote && m_text[m_at - 1] != '\\') {
                isQuoted = false;
            } else if (c == ')' && !isQuoted) {
                break;
            }
        }
        const Comparison comparison = comparisonOf(m_text.substr(begin, m_at - begin));
        if (!isAt(")]"))
            return pathError("unclosed array expect ]");
        m_at += 2;
        PathStep step{Kind::Filter, std::string(comparison.op)};
        for (const std::string_view side : {comparison.left, comparison.right}) {
            auto steps = stepsOf(side, m_depth + 1);
            if (!steps)
                return steps.error();
            step.branches.push_back(std::move(steps).value());
        }
        add(std::move(step));
        return success();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth;
    PathAction m_action;
};

} // namespace

Error pathError(std::string text)
{
    return {ErrorKind::Invalid, std::move(text), {}, 0, {}};
}

Result<PathAction> takePathAction(std::string_view &text)
{
    ActionReader reader(text, 0);
    auto action = reader.read();
    text.remove_prefix(reader.at());
    return action;
}

Result<PathSteps> parsePath(std::string_view text)
{
    if (text.size() > limits::PathBytes)
        return pathError("the path is longer than 64 KiB");
    if (text.empty())
        return PathSteps{{PathStep::Kind::Union}}; // of no branches
    std::string_view inside = text;
    if (inside.starts_with('{') && inside.ends_with('}') && inside.size() > 1)
        inside = inside.substr(1, inside.size() - 2);
    if (inside.starts_with('.'))
        inside.remove_prefix(1);
    if (inside.empty() || inside.find_first_of("{}") != inside.npos)
        return pathError("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or "
                         "'{.name1.name2}'");
    return ActionReader::stepsOf('.' + std::string(inside), 0);
}

} // namespace wk::json
