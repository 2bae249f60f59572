// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/text.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wk {

/// One value under a Column, as the server sent it. Of a text it sees what the Cells hold, or whoever made it.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// What stands in the place of a cell that nobody has sent, in kubectl's word.
inline constexpr std::string_view UnknownCell = "<unknown>";
bool isUnknown(const Cell &cell);

/// The cell as kubectl prints it: nothing for null, "true"/"false", whole numbers as they are, others with an exponent
/// below 1e-4 and from 1e6 (Go's %v). Source: cli-runtime printers/tableprinter.go.
std::string cellText(const Cell &cell);

/// The cells of one row, packed into one block of bytes: a row has nine, most of them a few letters. What the row's
/// object holds as a Text anyway, its name and node, is held with it. They never change. Any thread; a value.
class Cells
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Cell;
        using difference_type = std::ptrdiff_t;
        using pointer = const Cell *;
        using reference = Cell;

        Iterator() = default;
        Iterator(const char *at, const Text *held)
            : m_at(at)
            , m_held(held)
        {}
        Cell operator*() const;
        Iterator &operator++();
        Iterator operator++(int)
        {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator &other) const { return m_at == other.m_at; }

    private:
        const char *m_at = nullptr;
        const Text *m_held = nullptr;
    };

    /// For cells whose texts do not last.
    class Builder
    {
    public:
        Builder() = default;
        /// Of the object whose row it is; they have to last.
        Builder(const Text &name, const Text &node);
        void add(const Cell &cell);
        Cells cells() const { return Cells(*this); }

    private:
        friend class Cells;

        bool addHeld(std::string_view text);

        std::string m_bytes;
        std::array<const Text *, 2> m_known{};
        std::array<Text, 2> m_held;
        std::uint8_t m_heldCount = 0;
    };

    Cells() = default;
    Cells(const Cells &other);
    Cells(Cells &&other) noexcept
        : m_block(std::exchange(other.m_block, nullptr))
    {}
    Cells &operator=(Cells other) noexcept
    {
        std::swap(m_block, other.m_block);
        return *this;
    }
    ~Cells();

    Cells(const std::vector<Cell> &cells)
        : Cells(packed(cells.data(), cells.data() + cells.size()))
    {}
    Cells(std::initializer_list<Cell> cells)
        : Cells(packed(cells.begin(), cells.end()))
    {}

    bool empty() const { return !m_block; }
    std::size_t size() const;
    /// Of those there are. Looks at all before it.
    Cell operator[](std::size_t index) const;
    Iterator begin() const { return m_block ? Iterator(m_block->bytes(), m_block->held()) : Iterator(); }
    Iterator end() const { return m_block ? Iterator(m_block->bytes() + m_block->size, nullptr) : Iterator(); }
    std::vector<Cell> vector() const { return {begin(), end()}; }
    std::size_t heldBytes() const;

    friend bool operator==(const Cells &a, const Cells &b);

private:
    /// The held texts stand behind it, and behind them the bytes.
    struct alignas(8) Block {
        const Text *held() const { return reinterpret_cast<const Text *>(this + 1); }
        const char *bytes() const { return reinterpret_cast<const char *>(held() + heldCount); }

        mutable std::atomic<std::uint32_t> references = 1;
        std::uint32_t heldCount : 2 = 0;
        std::uint32_t size : 30 = 0; ///< of the bytes
    };

    explicit Cells(const Builder &builder);
    static Cells packed(const Cell *begin, const Cell *end);

    const Block *m_block = nullptr; ///< null for no cells
};

} // namespace wk
