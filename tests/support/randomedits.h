// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/randomjson.h"

#include <algorithm>

namespace wk::test {

/// Changes JSON here and there, as writers and strangers do: values, members, elements that come, go and trade places.
class RandomEdits
{
public:
    explicit RandomEdits(std::uint64_t seed)
        : m_json(seed)
    {}

    RandomJson &json() { return m_json; }

    /// With up to `most` edits; none is possible.
    nlohmann::json edited(nlohmann::json value, std::size_t most)
    {
        for (std::size_t count = m_json.below(most + 1); count > 0; --count)
            edit(value);
        return value;
    }

private:
    void edit(nlohmann::json &value)
    {
        const bool goesDown = !value.empty() && value.is_structured() && m_json.below(5) != 0;
        if (goesDown) {
            auto child = value.begin();
            std::advance(child, m_json.below(value.size()));
            edit(*child);
        } else if (value.is_object()) {
            editObject(value);
        } else if (value.is_array()) {
            editArray(value);
        } else {
            value = m_json.value(1);
        }
    }

    void editObject(nlohmann::json &value)
    {
        if (!value.empty() && m_json.below(2) == 0) {
            auto gone = value.begin();
            std::advance(gone, m_json.below(value.size()));
            value.erase(gone);
        } else {
            value[m_json.text()] = m_json.value(2);
        }
    }

    void editArray(nlohmann::json &value)
    {
        const std::size_t at = value.empty() ? 0 : m_json.below(value.size());
        const auto place = value.begin() + std::ptrdiff_t(at);
        switch (value.empty() ? 0 : m_json.below(4)) {
        case 0: value.insert(place, m_json.value(2)); break;
        case 1: value.erase(place); break;
        case 2: std::rotate(value.begin(), place, value.end()); break;
        default: value.insert(place, renamed(value[at])); break;
        }
    }

    /// A sister of a list's element, which differs in its key.
    nlohmann::json renamed(nlohmann::json element)
    {
        for (const char *key : {"name", "type", "uid", "mountPath", "containerPort"}) {
            if (element.is_object() && element.contains(key))
                element[key] =
                    element[key].is_number() ? nlohmann::json(m_json.below(9)) : nlohmann::json(m_json.text());
        }
        return element;
    }

    RandomJson m_json;
};

} // namespace wk::test
