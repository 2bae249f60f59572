// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/selectors.h"

#include "core/apiserver/resourcetype.h"

#include <algorithm>

namespace wk::apiserver {

/// Recursive descent over: requirement ("," requirement)*.
class LabelParser
{
public:
    using Rule = Selector::LabelRule;

    explicit LabelParser(std::string_view text)
        : m_rest(text)
    {}

    Outcome<std::vector<Rule>> parse()
    {
        std::vector<Rule> rules;
        skipSpace();
        if (m_rest.empty())
            return rules;
        do {
            Outcome<Rule> rule = requirement();
            if (!rule)
                return rule.status();
            rules.push_back(*std::move(rule));
        } while (eat(","));
        if (!m_rest.empty())
            return refuse();
        return rules;
    }

private:
    static bool isWordChar(char c)
    {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.' || c == '/';
    }

    void skipSpace()
    {
        while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\t'))
            m_rest.remove_prefix(1);
    }

    bool eat(std::string_view token)
    {
        skipSpace();
        if (!m_rest.starts_with(token))
            return false;
        m_rest.remove_prefix(token.size());
        skipSpace();
        return true;
    }

    std::string word()
    {
        skipSpace();
        const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), isWordChar);
        std::string taken(m_rest.begin(), end);
        m_rest.remove_prefix(taken.size());
        skipSpace();
        return taken;
    }

    static Status refuse() { return badRequest("unable to parse requirement: invalid label selector"); }

    Outcome<Rule> requirement()
    {
        if (eat("!")) {
            const std::string key = word();
            if (key.empty())
                return refuse();
            return Rule{key, Rule::Op::Missing, {}};
        }
        const std::string key = word();
        if (key.empty())
            return refuse();
        if (eat("!="))
            return Rule{key, Rule::Op::NotIn, {word()}};
        if (eat("==") || eat("="))
            return Rule{key, Rule::Op::In, {word()}};
        if (m_rest.empty() || m_rest.front() == ',')
            return Rule{key, Rule::Op::Exists, {}};
        const std::string op = word();
        if (op == "in")
            return set(key, Rule::Op::In);
        if (op == "notin")
            return set(key, Rule::Op::NotIn);
        return refuse();
    }

    Outcome<Rule> set(const std::string &key, Rule::Op op)
    {
        if (!eat("("))
            return refuse();
        Rule rule{key, op, {}};
        do {
            rule.values.push_back(word());
        } while (eat(","));
        if (!eat(")"))
            return refuse();
        return rule;
    }

    std::string_view m_rest;
};

namespace {

struct Term {
    std::string field;
    bool equal = true;
    std::string value;
};

/// What stands between commas, but for those behind a backslash. Source: fields.splitTerms.
std::vector<std::string_view> betweenCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    size_t from = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == ',') {
            parts.push_back(text.substr(from, at - from));
            from = at + 1;
        }
    }
    parts.push_back(text.substr(from));
    return parts;
}

/// Nothing where a backslash stands before another sign than `\`, `,` and `=`, or one of the latter two without it.
/// Source: fields.UnescapeValue.
std::optional<std::string> unescaped(std::string_view value)
{
    std::string plain;
    for (size_t at = 0; at < value.size(); ++at) {
        const bool isEscape = value[at] == '\\';
        if (isEscape && ++at == value.size())
            return {};
        const bool isSign = value[at] == '\\' || value[at] == ',' || value[at] == '=';
        if (isEscape != isSign)
            return {};
        plain += value[at];
    }
    return plain;
}

/// "a=b", "a==b" or "a!=b".
std::optional<Term> termOf(std::string_view text)
{
    const size_t sign = text.find('=');
    if (sign == text.npos)
        return {};
    const bool isUnequal = sign > 0 && text[sign - 1] == '!';
    std::string_view value = text.substr(sign + 1);
    if (!isUnequal && value.starts_with('='))
        value.remove_prefix(1);
    auto plain = unescaped(value);
    if (!plain)
        return {};
    return Term{std::string(text.substr(0, isUnequal ? sign - 1 : sign)), !isUnequal, *std::move(plain)};
}

/// "a=b,c!=d".
std::optional<std::vector<Term>> splitTerms(std::string_view text)
{
    std::vector<Term> terms;
    for (const std::string_view part : betweenCommas(text)) {
        if (part.empty())
            continue;
        auto term = termOf(part);
        if (!term)
            return {};
        terms.push_back(*std::move(term));
    }
    return terms;
}

} // namespace

Outcome<Selector> Selector::parse(const ResourceType &type, std::string_view labelSelector,
                                  std::string_view fieldSelector)
{
    Outcome<std::vector<LabelRule>> labels = LabelParser(labelSelector).parse();
    if (!labels)
        return labels.status();
    Outcome<std::vector<FieldRule>> fields = parseFields(type, fieldSelector);
    if (!fields)
        return fields.status();
    Selector selector;
    selector.m_labels = *std::move(labels);
    selector.m_fields = *std::move(fields);
    return selector;
}

Outcome<std::vector<Selector::FieldRule>> Selector::parseFields(const ResourceType &type, std::string_view text)
{
    const auto terms = splitTerms(text);
    if (!terms)
        return badRequest("invalid field selector");
    std::vector<FieldRule> rules;
    for (const Term &term : *terms) {
        FieldRule rule{0, term.equal, term.value};
        const auto field = std::find_if(type.fields.begin(), type.fields.end(),
                                        [&](const SelectableField &f) { return f.name == term.field; });
        if (term.field == "metadata.name")
            rule.field = Name;
        else if (term.field == "metadata.namespace")
            rule.field = NameSpace;
        else if (field != type.fields.end())
            rule.field = int(field - type.fields.begin());
        else
            return badRequest("field label not supported: " + term.field);
        rules.push_back(std::move(rule));
    }
    return rules;
}

void Selector::requireName(const std::string &name)
{
    m_fields.push_back({Name, true, name});
}

bool Selector::matches(const StoredObject &object) const
{
    const auto byLabel = [&](const LabelRule &rule) { return matches(rule, object.labels); };
    const auto byField = [&](const FieldRule &rule) { return matches(rule, object); };
    return std::all_of(m_labels.begin(), m_labels.end(), byLabel) &&
           std::all_of(m_fields.begin(), m_fields.end(), byField);
}

bool Selector::matches(const LabelRule &rule, const Labels &labels)
{
    const auto place = std::lower_bound(labels.begin(), labels.end(), rule.key,
                                        [](const auto &label, const std::string &key) { return label.first < key; });
    const bool isThere = place != labels.end() && place->first == rule.key;
    const auto isListed = [&] {
        return std::find(rule.values.begin(), rule.values.end(), place->second) != rule.values.end();
    };
    switch (rule.op) {
    case LabelRule::Op::Exists: return isThere;
    case LabelRule::Op::Missing: return !isThere;
    case LabelRule::Op::In: return isThere && isListed();
    case LabelRule::Op::NotIn: return !isThere || !isListed();
    }
    return false;
}

bool Selector::matches(const FieldRule &rule, const StoredObject &object)
{
    if (rule.field == Name)
        return (object.name == rule.value) == rule.equal;
    if (rule.field == NameSpace)
        return (object.nameSpace == rule.value) == rule.equal;
    return (object.fields[size_t(rule.field)] == rule.value) == rule.equal;
}

} // namespace wk::apiserver
