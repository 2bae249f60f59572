// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// The parents of a line of YAML as kubectl writes it (two blanks a level, lists not indented under their key),
/// outermost first, in the words of a heading: "spec:", "  containers:", "  - name: web". An element goes by the first
/// of its own fields that names it; one without is left out. Any thread; reads upwards from the line, one pass.
std::vector<std::string> yamlParents(const std::vector<std::string_view> &lines, std::size_t line);

/// The same, and the line itself where it can be a parent.
std::vector<std::string> yamlParentsAndSelf(const std::vector<std::string_view> &lines, std::size_t line);

/// The key of a line with everything before it ("    status:"); empty when it has none.
std::string_view yamlKey(std::string_view line);

} // namespace wk
