// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace wk {

/// The bytes of a YAML file as the UTF-8 text that a parser may have, or why they are none. UTF-16 is read where a byte
/// order mark says so, as kubectl does. Any thread.
struct YamlBytes {
    std::string text;
    std::string fault{}; ///< a sentence; empty where they are a text
    int line = 1;        ///< of the fault
};
YamlBytes yamlBytes(std::string_view bytes);

/// The first line that is indented with a tab, from 1, up to that line; 0 when there is none.
int lineIndentedWithTab(std::string_view text, int lastLine);

} // namespace wk
