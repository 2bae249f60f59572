// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/jsonpath.h"

#include "core/json/pathfinder.h"

#include <nlohmann/json.hpp>

namespace wk {

template <>
struct json::PathAccess<const apiserver::Json *> {
    using Value = const apiserver::Json *;

    static PathSort sort(Value value)
    {
        return value->is_object()  ? PathSort::Object
               : value->is_array() ? PathSort::Array
               : value->is_null()  ? PathSort::Null
                                   : PathSort::Scalar;
    }

    static PathScalar scalar(Value value)
    {
        if (const auto *text = value->get_ptr<const std::string *>())
            return std::string_view(*text);
        if (value->is_boolean())
            return value->get<bool>();
        return value->is_number_integer() ? PathScalar(value->get<std::int64_t>()) : PathScalar(value->get<double>());
    }

    static std::vector<Value> parts(Value value)
    {
        std::vector<Value> parts;
        for (const apiserver::Json &part : *value)
            parts.push_back(&part);
        return parts;
    }

    static std::optional<Value> member(Value object, const std::string &key)
    {
        const auto found = object->find(key);
        return found == object->end() ? std::nullopt : std::optional<Value>(&*found);
    }
};

namespace apiserver {

std::optional<JsonPath> JsonPath::parse(std::string_view text)
{
    auto steps = json::parsePath(text);
    if (!steps)
        return {};
    JsonPath path;
    path.m_steps = std::move(steps).value();
    return path;
}

const Json &JsonPath::first(const Json &document) const
{
    static const Json Nothing;
    const auto found = json::PathFinder<const Json *>(json::MissingKeys::Allowed).find(m_steps, {&document});
    const auto *value = found && !found->empty() ? std::get_if<const Json *>(&found->front()) : nullptr;
    return value ? **value : Nothing;
}

std::vector<std::string> JsonPath::names() const
{
    std::vector<std::string> names;
    for (const json::PathStep &step : m_steps) {
        if (step.kind != json::PathStep::Kind::Field)
            return {};
        names.push_back(step.text);
    }
    return names;
}

} // namespace apiserver

} // namespace wk
