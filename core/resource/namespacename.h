// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Why no cluster can have a namespace of that name, in words that begin as kubectl's; nothing where one can, and for
/// an empty name. Any thread. Source: RFC 1123 labels, as apimachinery's IsDNS1123Label has them.
std::optional<std::string> namespaceFault(std::string_view name);

} // namespace wk
