// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/listkeys.h"

#include <algorithm>

namespace wk {

namespace dom = simdjson::dom;

namespace {

constexpr std::array<ListKeyRule, 14> Rules{{
    {"ports", {"containerPort", "protocol"}},
    {"ports", {"port", "protocol"}},
    {"volumeMounts", {"mountPath", ""}},
    {"volumeDevices", {"devicePath", ""}},
    {"conditions", {"type", ""}},
    {"ownerReferences", {"uid", ""}},
    {"taints", {"key", "effect"}},
    {"addresses", {"type", "address"}},
    {"topologySpreadConstraints", {"topologyKey", "whenUnsatisfiable"}},
    {"", {"name", ""}},
    {"", {"key", ""}},
    {"", {"type", ""}},
    {"", {"uid", ""}},
    {"", {"ip", ""}},
}};

/// A text or whole number; empty for anything else.
std::optional<std::string> scalarText(const dom::object &object, std::string_view key)
{
    dom::element value;
    if (object.at_key(key).get(value) != simdjson::SUCCESS)
        return {};
    if (value.is_string())
        return std::string(std::string_view(value));
    if (value.is_int64())
        return std::to_string(int64_t(value));
    return {};
}

std::optional<std::string> keyValue(const dom::element &element, const ListKey &key)
{
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS)
        return {};
    auto value = scalarText(object, key[0]);
    if (!value || key[1].empty())
        return value;
    if (const auto second = scalarText(object, key[1]))
        *value += ',' + *second;
    return value;
}

/// The key of each element; empty when one has none or two are equal.
std::optional<std::vector<std::string>> keyValues(const dom::array &list, const ListKey &key)
{
    std::vector<std::string> values;
    values.reserve(list.size());
    for (const dom::element element : list) {
        auto value = keyValue(element, key);
        if (!value)
            return {};
        values.push_back(std::move(*value));
    }
    std::vector<std::string_view> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return {};
    return values;
}

} // namespace

std::span<const ListKeyRule> listKeyRules()
{
    return Rules;
}

std::optional<KeyedLists> keyedLists(std::string_view field, const dom::array &before, const dom::array &after)
{
    for (const ListKeyRule &rule : Rules) {
        if (!rule.isFor(field))
            continue;
        auto valuesBefore = keyValues(before, rule.key);
        if (!valuesBefore)
            continue;
        if (auto valuesAfter = keyValues(after, rule.key))
            return KeyedLists{rule.key, std::move(*valuesBefore), std::move(*valuesAfter)};
    }
    return {};
}

std::optional<ListKey> listKey(std::string_view field, const dom::array &list)
{
    for (const ListKeyRule &rule : Rules) {
        if (rule.isFor(field) && keyValues(list, rule.key))
            return rule.key;
    }
    return {};
}

std::string keySubscript(const ListKey &key, const dom::object &element)
{
    std::string text = "[";
    for (const std::string_view field : key) {
        const auto value = field.empty() ? std::nullopt : scalarText(element, field);
        if (!value)
            continue;
        if (text.size() > 1)
            text += ',';
        text += field;
        text += '=';
        text += *value;
    }
    return text + ']';
}

} // namespace wk
