// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace wk {

/// Values by number, counted from 0, in blocks that copies share: a copy costs a pointer a block, and whoever writes to
/// a block that others may have copies it first. One more value never moves the others: of 131,072 that takes longer
/// than a frame.
///
/// A copy that nobody writes to is for any thread. Only the thread of the one that is written to may copy that one.
template <class T>
class CowBlocks
{
    static constexpr std::size_t BlockValues = 32; ///< what one write may have to copy
    using Block = std::array<T, BlockValues>;

public:
    CowBlocks() = default;
    CowBlocks(const CowBlocks &other)
        : m_blocks(other.m_blocks)
        , m_size(other.m_size)
    {
        if (!other.m_isOwn.empty())
            other.m_isOwn.clear();
    }
    CowBlocks(CowBlocks &&) noexcept = default;
    CowBlocks &operator=(const CowBlocks &) = delete;
    CowBlocks &operator=(CowBlocks &&) noexcept = default;

    const T &operator[](std::size_t number) const { return (*m_blocks[number / BlockValues])[number % BlockValues]; }
    std::size_t size() const { return m_size; }

    /// The same to be changed; valid until this is copied.
    T &edit(std::size_t number)
    {
        const std::size_t block = number / BlockValues;
        if (block >= m_isOwn.size() || !m_isOwn[block]) {
            m_blocks[block] = std::make_shared<Block>(*m_blocks[block]);
            own(block);
        }
        return (*m_blocks[block])[number % BlockValues];
    }
    /// One more, as T() is.
    void grow()
    {
        if (m_size++ % BlockValues != 0)
            return;
        m_blocks.push_back(std::make_shared<Block>());
        own(m_blocks.size() - 1);
    }

private:
    void own(std::size_t block)
    {
        if (block >= m_isOwn.size())
            m_isOwn.resize(block + 1);
        m_isOwn[block] = true;
    }

    std::vector<std::shared_ptr<Block>> m_blocks;
    mutable std::vector<bool> m_isOwn; ///< by block: no copy has it; shorter than the blocks where the rest is shared
    std::size_t m_size = 0;
};

} // namespace wk
