// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace wk {

/// "metadata.name=web": a field selector of which the value means itself, whatever is in it. Any thread. Source:
/// k8s.io/apimachinery fields.EscapeValue.
std::string fieldTerm(std::string_view field, std::string_view value);

} // namespace wk
