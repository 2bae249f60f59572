// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/text.h"

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wk {

/// One value under a Column, as the server sent it. Of a text it sees what the Cells hold, or whoever made it.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// The cell as kubectl prints it: "<none>" for null, "true"/"false", numbers without an exponent where kubectl has
/// none.
std::string cellText(const Cell &cell);

/// The cells of one row, packed into one block of bytes: a row has nine, most of them a few letters. They never change.
/// Any thread; a value.
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
        explicit Iterator(const char *at)
            : m_at(at)
        {}
        Cell operator*() const;
        Iterator &operator++();
        Iterator operator++(int)
        {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator &) const = default;

    private:
        const char *m_at = nullptr;
    };

    /// For cells whose texts do not last.
    class Builder
    {
    public:
        void add(const Cell &cell);
        Cells cells() const { return Cells(m_bytes); }

    private:
        std::string m_bytes;
    };

    Cells() = default;
    Cells(const std::vector<Cell> &cells)
        : Cells(packed(cells.data(), cells.data() + cells.size()))
    {}
    Cells(std::initializer_list<Cell> cells)
        : Cells(packed(cells.begin(), cells.end()))
    {}

    bool empty() const { return m_bytes.empty(); }
    std::size_t size() const;
    /// Of those there are. Looks at all before it.
    Cell operator[](std::size_t index) const;
    Iterator begin() const { return Iterator(m_bytes.view().data()); }
    Iterator end() const { return Iterator(m_bytes.view().data() + m_bytes.size()); }
    std::vector<Cell> vector() const { return {begin(), end()}; }
    std::size_t heldBytes() const { return m_bytes.size(); }

    friend bool operator==(const Cells &a, const Cells &b);

private:
    explicit Cells(const std::string &bytes)
        : m_bytes(bytes)
    {}
    static Cells packed(const Cell *begin, const Cell *end);

    Text m_bytes;
};

} // namespace wk
