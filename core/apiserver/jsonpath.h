// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

/// The JSONPath that CustomResourceDefinitions write their printer columns and scale paths in: .name,
/// ['name'], [0], [*] and [?(@.name=="value")]. A value; any thread. Source: k8s.io/client-go util/jsonpath.
class JsonPath
{
public:
    /// Empty for what is not of that form.
    static std::optional<JsonPath> parse(std::string_view text);

    /// The first value that is found; a null when there is none.
    const Json &first(const Json &document) const;
    /// The keys when the path is nothing but names; otherwise empty.
    std::vector<std::string> names() const;

private:
    struct Step {
        enum class Kind { Name, Index, All, Where };
        Kind kind = Kind::Name;
        std::string name{};  ///< of Name; the left side of Where, dotted
        std::string value{}; ///< the right side of Where
        std::size_t index = 0;
    };

    static std::optional<Step> parseBracket(std::string_view inside);
    const Json *find(const Json &here, std::size_t step) const;
    static bool holds(const Step &step, const Json &entry);

    std::vector<Step> m_steps;
};

} // namespace wk::apiserver
