// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace wk {

/// A hash table of the gui thread that may come to hold what a great cluster has, in parts that grow each for itself. A
/// table grows by moving all that it holds, twice as much each time, and room for many at once is new memory: of a
/// hundred thousand either takes longer than a frame (20 ms, measured with 64-character keys). A part has a 64th.
///
/// `Table` is a std::unordered_map or a QHash; of the latter `Hash` has to be said.
template <class Table, class Hash = typename Table::hasher>
class Parted
{
    static constexpr std::size_t Parts = 64;

public:
    using Key = typename Table::key_type;

    /// Where the key is, or would be.
    Table &of(const Key &key) { return m_parts[partOf(key)]; }
    const Table &of(const Key &key) const { return m_parts[partOf(key)]; }

    std::array<Table, Parts> &parts() { return m_parts; }
    const std::array<Table, Parts> &parts() const { return m_parts; }

    /// Adds the parts up.
    std::size_t size() const
    {
        std::size_t sum = 0;
        for (const Table &part : m_parts)
            sum += static_cast<std::size_t>(part.size());
        return sum;
    }

private:
    /// By the product's highest bits: the parts' tables go by the hash's lowest.
    static std::size_t partOf(const Key &key)
    {
        constexpr std::size_t Odd = 0x9E3779B97F4A7C15;
        return (Hash()(key) * Odd) >> (64 - std::countr_zero(Parts));
    }

    std::array<Table, Parts> m_parts;
};

} // namespace wk
