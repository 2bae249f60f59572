// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/document.h"
#include "core/json/members.h"
#include "core/json/pathfinder.h"
#include "core/json/valuekind.h"

#include <cmath>

/// For .cpp files only, as core/json/document.h. How a PathFinder looks into what simdjson has read. Numbers are as
/// Kubernetes' own reader has them: 64 bits where one is whole, however it is written, else a double.
/// Source: kubectl 1.32; sigs.k8s.io/json.
namespace wk::json {

template <>
struct PathAccess<simdjson::dom::element> {
    using Element = simdjson::dom::element;

    static PathSort sort(Element element)
    {
        switch (kindOf(element)) {
        case ValueKind::Object: return PathSort::Object;
        case ValueKind::Array: return PathSort::Array;
        case ValueKind::Null: return PathSort::Null;
        default: return PathSort::Scalar;
        }
    }

    static PathScalar scalar(Element element)
    {
        switch (kindOf(element)) {
        case ValueKind::Bool: return bool(element);
        case ValueKind::Integer: return std::int64_t(element);
        case ValueKind::LargeInteger: return double(std::uint64_t(element));
        case ValueKind::Double: return number(double(element));
        case ValueKind::String: return std::string_view(element);
        default: return {};
        }
    }

    static PathScalar number(double value)
    {
        constexpr double Most = 9e18;
        const bool isWhole = std::trunc(value) == value && value > -Most && value < Most;
        return isWhole ? PathScalar(std::int64_t(value)) : PathScalar(value);
    }

    static std::vector<Element> parts(Element element)
    {
        std::vector<Element> parts;
        if (element.is_array()) {
            for (const Element part : simdjson::dom::array(element))
                parts.push_back(part);
            return parts;
        }
        MemberStack members;
        const auto range = members.push(simdjson::dom::object(element), MemberOrder::Bytes);
        for (std::size_t i = range.begin; i < range.end; ++i)
            parts.push_back(members[i].value);
        return parts;
    }

    static std::optional<Element> member(Element object, const std::string &key)
    {
        std::optional<Element> value; // the last of several stands
        for (const simdjson::dom::key_value_pair part : simdjson::dom::object(object)) {
            if (part.key == key)
                value = part.value;
        }
        return value;
    }
};

using DocumentPaths = PathFinder<simdjson::dom::element>;

} // namespace wk::json
