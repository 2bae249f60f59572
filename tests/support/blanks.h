// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace wk::test {

/// The same JSON with a blank in each metadata and each array of managedFields: no API server writes one, so a parser
/// has to read them.
inline std::string withBlanks(std::string text)
{
    for (const std::string_view open : {"\"metadata\":{", "\"managedFields\":["}) {
        for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + open.size()))
            text.insert(at + open.size(), 1, ' ');
    }
    return text;
}

} // namespace wk::test
