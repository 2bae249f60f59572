// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace wk {

/// Equal for equal contents, and for others as good as never: 128 bits, keyed anew in each process, so that nobody
/// outside can make two that are.
struct ContentHash {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const ContentHash &) const = default;
};

/// Of one text and another behind it. Any thread.
ContentHash contentHash(std::string_view text, std::string_view behind = {});

} // namespace wk
