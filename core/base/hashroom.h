// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace wk {

/// Before something is put into a hash table of the gui thread that may come to hold what a great cluster has: makes
/// room for that once the table is more than a small one's. By itself it grows by moving all that it holds, twice as
/// much each time, which of a hundred thousand takes longer than a frame. Measured: 20 ms with 64-character keys.
template <class Table>
void makeRoomForMany(Table &table)
{
    constexpr std::size_t Few = 4096;
    constexpr std::size_t Many = 250'000; ///< 2 MB of an empty std::unordered_map
    if (static_cast<std::size_t>(table.size()) == Few)
        table.reserve(Many);
}

} // namespace wk
