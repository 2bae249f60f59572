// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// First: moc 6.4 stumbles over <compare> without it.
#include <string>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace wk {

/// A list that never changes and is shared by its copies: 8 bytes in place, and one block for all who have it. Any
/// thread; a value.
template <class T>
class SharedList
{
public:
    using value_type = T;
    using const_iterator = const T *;

    SharedList() = default;
    template <class Iterator>
    SharedList(Iterator first, Iterator last)
    {
        static_assert(alignof(T) <= alignof(Block));
        const auto size = static_cast<std::size_t>(last - first);
        if (size == 0)
            return;
        auto *block = new (::operator new(sizeof(Block) + size * sizeof(T))) Block;
        block->size = static_cast<std::uint32_t>(size);
        std::uninitialized_copy(first, last, reinterpret_cast<T *>(block + 1));
        m_block = block;
    }
    explicit SharedList(std::span<const T> items)
        : SharedList(items.begin(), items.end())
    {}
    SharedList(std::vector<T> items)
        : SharedList(std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()))
    {}
    SharedList(std::initializer_list<T> items)
        : SharedList(std::vector<T>(items))
    {}
    SharedList(const SharedList &other)
        : m_block(other.m_block)
    {
        if (m_block)
            m_block->references.fetch_add(1, std::memory_order_relaxed);
    }
    SharedList(SharedList &&other) noexcept
        : m_block(std::exchange(other.m_block, nullptr))
    {}
    SharedList &operator=(SharedList other) noexcept
    {
        std::swap(m_block, other.m_block);
        return *this;
    }
    ~SharedList()
    {
        if (!m_block || m_block->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
            return;
        std::destroy(begin(), end());
        ::operator delete(const_cast<Block *>(m_block));
    }

    std::size_t size() const { return m_block ? m_block->size : 0; }
    bool empty() const { return !m_block; }
    const T *begin() const { return m_block ? reinterpret_cast<const T *>(m_block + 1) : nullptr; }
    const T *end() const { return begin() + size(); }
    const T &front() const { return *begin(); }
    const T &back() const { return *(end() - 1); }
    const T &operator[](std::size_t index) const { return begin()[index]; }
    operator std::span<const T>() const { return {begin(), size()}; }
    /// A copy that can be changed.
    std::vector<T> vector() const { return {begin(), end()}; }

    friend bool operator==(const SharedList &a, const SharedList &b)
    {
        return a.m_block == b.m_block || std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    /// The items stand behind it.
    struct alignas(8) Block {
        mutable std::atomic<std::uint32_t> references = 1;
        std::uint32_t size = 0;
    };

    const Block *m_block = nullptr; ///< null for the empty list
};

} // namespace wk
