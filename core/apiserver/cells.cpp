// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/cells.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

std::string valuesText(const Json &values)
{
    std::string text;
    if (values.is_array()) {
        for (const Json &value : values)
            text += (text.empty() ? "" : ",") + textOf(value);
    }
    return "(" + text + ")";
}

/// "app in (a,b)", "!app", …
std::string requirementText(const Json &requirement)
{
    const std::string key = textOf(find(requirement, {"key"}));
    const std::string op = textOf(find(requirement, {"operator"}));
    if (op == "Exists")
        return key;
    if (op == "DoesNotExist")
        return "!" + key;
    return key + (op == "In" ? " in " : " notin ") + valuesText(find(requirement, {"values"}));
}

std::vector<std::string> pairsOf(const Json &map)
{
    std::vector<std::string> pairs;
    if (map.is_object()) {
        for (const auto &[key, value] : map.items())
            pairs.push_back(key + "=" + textOf(value));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

Cell containersText(const Json &podSpec, const char *member)
{
    std::vector<std::string> texts;
    const Json &containers = find(podSpec, {"containers"});
    if (containers.is_array()) {
        for (const Json &container : containers)
            texts.push_back(textOf(find(container, {member})));
    }
    std::string text;
    for (const std::string &one : texts)
        text += (text.empty() ? "" : ",") + one;
    return textCell(text);
}

} // namespace

Cell textCell(std::string_view text)
{
    return {.json = jsonString(text)};
}

Cell textOrNone(std::string_view text)
{
    return textCell(text.empty() ? "<none>" : text);
}

Cell numberCell(std::int64_t number)
{
    return {.json = std::to_string(number)};
}

Cell ageCell(const Json &time)
{
    const auto since = parseTime(textOf(time));
    return since ? Cell{.since = since} : textCell("<unknown>");
}

Cell objectAge(const Json &document)
{
    return ageCell(find(document, {"metadata", "creationTimestamp"}));
}

Cell nameCell(const Json &document)
{
    return textCell(textOf(find(document, {"metadata", "name"})));
}

std::string selectorText(const Json &selector)
{
    std::vector<std::string> terms = pairsOf(find(selector, {"matchLabels"}));
    const Json &expressions = find(selector, {"matchExpressions"});
    if (expressions.is_array()) {
        for (const Json &requirement : expressions)
            terms.push_back(requirementText(requirement));
    }
    return joined(terms);
}

std::string mapText(const Json &map)
{
    return joined(pairsOf(map));
}

Cell containerNames(const Json &podSpec)
{
    return containersText(podSpec, "name");
}

Cell containerImages(const Json &podSpec)
{
    return containersText(podSpec, "image");
}

std::string joined(const std::vector<std::string> &texts)
{
    std::string text;
    for (const std::string &one : texts)
        text += (text.empty() ? "" : ",") + one;
    return text.empty() ? "<none>" : text;
}

std::size_t countOf(const Json &container)
{
    return container.is_array() || container.is_object() ? container.size() : 0;
}

} // namespace wk::apiserver
