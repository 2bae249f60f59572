// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace wk::test {

/// The same JSON with a blank in each array of managedFields: no API server writes one, so a parser has to read them.
inline std::string withBlankInManagers(std::string text)
{
    constexpr std::string_view Array = "\"managedFields\":[";
    for (std::size_t at = text.find(Array); at != std::string::npos; at = text.find(Array, at + Array.size()))
        text.insert(at + Array.size(), 1, ' ');
    return text;
}

} // namespace wk::test
