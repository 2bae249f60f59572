// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace wk {

/// How much of what waits is told in one turn of a loop: as much as takes some five milliseconds, which leaves a frame
/// its paint, whatever the machine and the views that hear it. A value that reads no clock.
class Portion
{
public:
    static constexpr std::chrono::milliseconds Wish{5};

    Portion(std::size_t least, std::size_t most)
        : m_least(least)
        , m_most(most)
        , m_size(most)
    {}

    std::size_t size() const { return m_size; }
    /// So many were told in that time: halved when that was too long, grown by a quarter when more would have fitted.
    void took(std::size_t count, std::chrono::nanoseconds time)
    {
        if (time > Wish)
            m_size = std::max(m_least, std::min(count, m_size) / 2);
        else if (count >= m_size && time < Wish / 2)
            m_size = std::min(m_most, m_size + m_size / 4);
    }

private:
    std::size_t m_least;
    std::size_t m_most;
    std::size_t m_size;
};

} // namespace wk
