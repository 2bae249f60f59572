// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace wk::test {

/// A byte more or another, one of `bytes`; or up to four fewer.
inline void spoil(std::string &text, std::mt19937_64 &random, std::string_view bytes)
{
    if (text.empty())
        return;
    const std::size_t at = random() % text.size();
    const char byte = bytes[random() % bytes.size()];
    switch (random() % 3) {
    case 0: text.erase(at, 1 + random() % 4); break;
    case 1: text.insert(at, 1, byte); break;
    default: text[at] = byte;
    }
}

} // namespace wk::test
