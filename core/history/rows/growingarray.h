// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace wk {

/// Values that are appended to and never change, which copies share: a copy costs one pointer, and has what there was
/// when it was made, whatever is appended later. Any thread may read a copy while another appends to the original; an
/// append to a copy moves it elsewhere first.
template <class T>
class GrowingArray
{
public:
    GrowingArray() = default;
    GrowingArray(const GrowingArray &other)
        : m_values(other.m_values)
        , m_size(other.m_size)
        , m_room(other.m_size)
    {}
    GrowingArray(GrowingArray &&) noexcept = default;
    GrowingArray &operator=(GrowingArray &&) noexcept = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T *begin() const { return m_values.get(); }
    const T *end() const { return m_values.get() + m_size; }
    const T &operator[](std::size_t number) const { return m_values[static_cast<std::ptrdiff_t>(number)]; }
    operator std::span<const T>() const { return {begin(), m_size}; }
    const T &back() const { return (*this)[m_size - 1]; }
    /// What it takes, in bytes.
    std::size_t roomBytes() const { return m_room * sizeof(T); }

    void append(std::span<const T> values)
    {
        // Not twice as much each time: there are hundreds of these.
        const std::size_t size = m_size + values.size();
        if (size > m_room)
            move(size + size / 8 + 4);
        std::ranges::copy(values, m_values.get() + m_size);
        m_size = size;
    }
    void append(T value)
    {
        if (m_size == m_room)
            move(m_size + m_size / 2 + 4);
        m_values[static_cast<std::ptrdiff_t>(m_size++)] = std::move(value);
    }

private:
    void move(std::size_t room)
    {
        auto values = std::make_shared_for_overwrite<T[]>(room);
        std::copy(begin(), end(), values.get());
        m_values = std::move(values);
        m_room = room;
    }

    std::shared_ptr<T[]> m_values;
    std::size_t m_size = 0;
    std::size_t m_room = 0; ///< from there on the values are nobody else's
};

} // namespace wk
