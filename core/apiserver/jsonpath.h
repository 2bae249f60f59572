// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/json/jsonpath.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

/// A JSONPath of a CustomResourceDefinition: of a printer column, or of a scale. A value; any thread. Source:
/// apiextensions-apiserver pkg/registry/customresource/tableconvertor.
class JsonPath
{
public:
    /// Empty for what is no path.
    static std::optional<JsonPath> parse(std::string_view text);

    /// The first value that is found; a null when there is none.
    const Json &first(const Json &document) const;
    /// The keys when the path is nothing but names; otherwise empty.
    std::vector<std::string> names() const;

private:
    json::PathSteps m_steps;
};

} // namespace wk::apiserver
