// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace wk {

/// Room to work in, used again and again; it gives back what only a giant needed. One thread.
class ScratchBytes
{
public:
    /// Of this size, with what happens to be in it. Valid until the next call.
    std::span<char> room(std::size_t size)
    {
        if (size > m_capacity || (m_capacity > KeptBytes && size <= KeptBytes)) {
            m_capacity = size < KeptBytes / 2 ? size * 2 : size;
            m_bytes = std::make_unique_for_overwrite<char[]>(m_capacity);
        }
        return {m_bytes.get(), size};
    }
    std::size_t memoryBytes() const { return m_capacity; }

private:
    static constexpr std::size_t KeptBytes = limits::MiB;

    std::unique_ptr<char[]> m_bytes;
    std::size_t m_capacity = 0;
};

inline std::string_view viewOf(std::span<const char> bytes)
{
    return {bytes.data(), bytes.size()};
}

} // namespace wk
