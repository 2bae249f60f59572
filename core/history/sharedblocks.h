// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace wk {

/// Values by number, counted from 0, in blocks whose addresses never change, so that a view shares the blocks and
/// copies no value, and one more value never moves the others: of 131,072 that takes longer than a frame. The writer
/// may go on changing all that nobody looks at through a view. One thread; a view is for any.
template <class T>
class SharedBlocks
{
    static constexpr std::size_t BlockValues = 512;
    using Block = std::array<T, BlockValues>;

public:
    /// Those there were when it was taken. A value; it keeps the blocks alive.
    class View
    {
    public:
        const T &operator[](std::size_t number) const
        {
            return (*m_blocks[number / BlockValues])[number % BlockValues];
        }

    private:
        friend class SharedBlocks;

        std::vector<std::shared_ptr<const Block>> m_blocks;
    };

    T &operator[](std::size_t number) { return (*m_blocks[number / BlockValues])[number % BlockValues]; }
    const T &operator[](std::size_t number) const { return (*m_blocks[number / BlockValues])[number % BlockValues]; }
    std::size_t size() const { return m_size; }
    /// One more, as T() is.
    void grow()
    {
        if (m_size++ % BlockValues == 0)
            m_blocks.push_back(std::make_shared<Block>());
    }
    View view() const
    {
        View made;
        made.m_blocks.assign(m_blocks.begin(), m_blocks.end());
        return made;
    }

private:
    std::vector<std::shared_ptr<Block>> m_blocks;
    std::size_t m_size = 0;
};

} // namespace wk
