// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// First: moc 6.4 stumbles over <compare> without it.
#include <string>

#include <atomic>
#include <compare>
#include <cstdint>
#include <string_view>
#include <utility>

namespace wk {

/// A text that never changes and is shared by its copies: 8 bytes in place, and one block for all who have it. Any
/// thread; a value. Longer than 4 GiB it is cut.
class Text
{
public:
    Text() = default;
    Text(std::string_view text);
    Text(const std::string &text)
        : Text(std::string_view(text))
    {}
    Text(const char *text)
        : Text(std::string_view(text))
    {}
    Text(const Text &other)
        : m_block(other.m_block)
    {
        if (m_block)
            m_block->references.fetch_add(1, std::memory_order_relaxed);
    }
    Text(Text &&other) noexcept
        : m_block(std::exchange(other.m_block, nullptr))
    {}
    Text &operator=(Text other) noexcept
    {
        std::swap(m_block, other.m_block);
        return *this;
    }
    ~Text() { release(); }

    operator std::string_view() const
    {
        return m_block ? std::string_view(reinterpret_cast<const char *>(m_block + 1), m_block->size)
                       : std::string_view();
    }
    operator std::string() const { return std::string(view()); }
    std::string_view view() const { return *this; }
    bool empty() const { return !m_block; }
    std::size_t size() const { return m_block ? m_block->size : 0; }

    friend bool operator==(const Text &a, const Text &b) { return a.m_block == b.m_block || a.view() == b.view(); }
    friend std::strong_ordering operator<=>(const Text &a, const Text &b) { return a.view() <=> b.view(); }
    friend bool operator==(const Text &a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const Text &a, const std::string &b) { return a.view() == b; }
    friend bool operator==(const Text &a, const char *b) { return a.view() == b; }

    friend std::string operator+(std::string a, const Text &b) { return a.append(b.view()); }
    friend std::string operator+(const Text &a, std::string_view b) { return std::string(a).append(b); }

private:
    /// The text stands behind it.
    struct Block {
        mutable std::atomic<std::uint32_t> references = 1;
        std::uint32_t size = 0;
    };

    void release();

    const Block *m_block = nullptr; ///< null for the empty text
};

} // namespace wk
