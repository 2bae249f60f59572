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

/// "a=b,c!=d" with `\,`, `\=` and `\\` inside values.
std::optional<std::vector<Term>> splitTerms(std::string_view text)
{
    std::vector<Term> terms;
    size_t at = 0;
    while (at < text.size()) {
        Term term;
        while (at < text.size() && text[at] != '=' && text[at] != '!' && text[at] != ',')
            term.field += text[at++];
        if (at < text.size() && text[at] == '!') {
            term.equal = false;
            ++at;
        }
        if (at == text.size() || text[at] != '=')
            return {};
        ++at;
        if (term.equal && at < text.size() && text[at] == '=')
            ++at;
        for (; at < text.size() && text[at] != ','; ++at) {
            if (text[at] == '\\' && at + 1 < text.size())
                ++at;
            term.value += text[at];
        }
        ++at;
        terms.push_back(std::move(term));
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
