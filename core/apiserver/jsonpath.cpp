// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/jsonpath.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace wk::apiserver {

namespace {

constexpr size_t MaxSteps = 32;

/// "'x'" or "\"x\"" without its quotes.
std::optional<std::string_view> unquoted(std::string_view text)
{
    if (text.size() < 2 || (text.front() != '\'' && text.front() != '"') || text.back() != text.front())
        return {};
    return text.substr(1, text.size() - 2);
}

/// Takes a name up to the next "." or "["; a backslash keeps the next character.
std::string takeName(std::string_view &text)
{
    std::string name;
    while (!text.empty() && text.front() != '.' && text.front() != '[') {
        if (text.front() == '\\' && text.size() > 1)
            text.remove_prefix(1);
        name += text.front();
        text.remove_prefix(1);
    }
    return name;
}

} // namespace

std::optional<JsonPath> JsonPath::parse(std::string_view text)
{
    JsonPath path;
    if (text.starts_with('{') && text.ends_with('}'))
        text = text.substr(1, text.size() - 2);
    while (!text.empty() && path.m_steps.size() < MaxSteps) {
        const char sign = text.front();
        text.remove_prefix(1);
        if (sign == '.') {
            const std::string name = takeName(text);
            if (!name.empty())
                path.m_steps.push_back({Step::Kind::Name, name});
        } else if (sign == '[') {
            const size_t end = text.find(']');
            const auto step = end == text.npos ? std::nullopt : parseBracket(text.substr(0, end));
            if (!step)
                return {};
            path.m_steps.push_back(*step);
            text.remove_prefix(end + 1);
        } else {
            return {};
        }
    }
    if (path.m_steps.empty() || !text.empty())
        return {};
    return path;
}

std::optional<JsonPath::Step> JsonPath::parseBracket(std::string_view inside)
{
    if (inside == "*")
        return Step{Step::Kind::All};
    if (const auto name = unquoted(inside))
        return Step{Step::Kind::Name, std::string(*name)};
    if (inside.starts_with("?(@.") && inside.ends_with(')')) {
        const std::string_view condition = inside.substr(4, inside.size() - 5);
        const size_t equals = condition.find("==");
        const auto value = equals == condition.npos ? std::nullopt : unquoted(condition.substr(equals + 2));
        if (!value)
            return {};
        return Step{Step::Kind::Where, std::string(condition.substr(0, equals)), std::string(*value)};
    }
    Step step{Step::Kind::Index};
    const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), step.index);
    if (error != std::errc() || end != inside.data() + inside.size())
        return {};
    return step;
}

const Json &JsonPath::first(const Json &document) const
{
    static const Json Nothing;
    const Json *found = find(document, 0);
    return found ? *found : Nothing;
}

std::vector<std::string> JsonPath::names() const
{
    std::vector<std::string> names;
    for (const Step &step : m_steps) {
        if (step.kind != Step::Kind::Name)
            return {};
        names.push_back(step.name);
    }
    return names;
}

const Json *JsonPath::find(const Json &here, std::size_t position) const
{
    if (position == m_steps.size())
        return &here;
    const Step &step = m_steps[position];
    switch (step.kind) {
    case Step::Kind::Name:
        return here.is_object() && here.contains(step.name) ? find(here.at(step.name), position + 1) : nullptr;
    case Step::Kind::Index:
        return here.is_array() && step.index < here.size() ? find(here.at(step.index), position + 1) : nullptr;
    case Step::Kind::All:
    case Step::Kind::Where: break;
    }
    if (!here.is_array())
        return nullptr;
    for (const Json &entry : here) {
        const Json *found = holds(step, entry) ? find(entry, position + 1) : nullptr;
        if (found)
            return found;
    }
    return nullptr;
}

bool JsonPath::holds(const Step &step, const Json &entry)
{
    return step.kind == Step::Kind::All || textOf(apiserver::find(entry, step.name)) == step.value;
}

} // namespace wk::apiserver
