// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablerows.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace wk {

/// The rows of a moment that is to be shown, gathered in slices, near to the order in which they will stand: first
/// those that stand already, as they do, then the others as they were added. Gui thread.
class MomentRows
{
public:
    using Slot = TableRows::Slot;

    static constexpr Slot NoSlot = UINT32_MAX;

    /// Both outlive it.
    struct Row {
        const TableRow *row = nullptr;
        const Slot *slot = nullptr; ///< NoSlot until the moment is shown; of two with one slot the later counts
    };

    /// For slots below this, and NoSlot.
    explicit MomentRows(std::size_t slots)
        : m_bySlot(slots, None)
    {}

    void add(const Row &row);
    /// When all are added: puts up to so many in their places. True while there are more. What stands may change
    /// between two calls.
    bool arrange(const std::vector<Slot> &standing, std::size_t most);

    /// Those that have their places.
    std::size_t size() const { return m_places.size(); }
    const Row &operator[](std::size_t place) const { return m_added[m_places[place]]; }

private:
    using Number = std::uint32_t;
    static constexpr Number None = UINT32_MAX;

    std::deque<Row> m_added; ///< no vector: its growth moves all, which of a hundred thousand takes longer than a frame
    std::vector<Number> m_bySlot; ///< which of them has no place yet
    std::vector<Number> m_places;
    std::size_t m_standing = 0; ///< how many of what stands have been gone over
    Number m_rest = 0;          ///< … of what was added
};

} // namespace wk
