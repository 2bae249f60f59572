// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/jsonpath.h"
#include "core/json/pathscalar.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk::json {

/// What several paths find in one document after another, as kubectl's custom columns and its --sort-by see it. Any
/// thread, one at a time. Source: k8s.io/kubectl pkg/cmd/get/customcolumn.go, sorter.go.
class PathReader
{
public:
    explicit PathReader(std::vector<PathSteps> paths);
    PathReader(PathReader &&) noexcept;
    ~PathReader();

    /// Takes the next document; fails as Document::parse() does.
    Result<> read(std::string_view json);

    /// All that a path finds in it, as Go prints it, with commas between; "<none>" where that is nothing. Errors:
    /// those of a PathFinder.
    Result<std::string> cell(std::size_t path) const;

    /// The first value that it finds, whose text stays until the next read(). Empty where there is none (a null is one), and Invalid
    /// ("unsortable type") for what has parts.
    Result<std::optional<PathScalar>> first(std::size_t path) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk::json
