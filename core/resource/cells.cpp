// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cells.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace wk {

namespace {

/// The first byte of a cell; behind a number its eight bytes, behind a text its length (one byte, or for LongText
/// four) and its bytes.
enum Tag : char { Null, False, True, Integer, Number, None, ShortText, LongText };

constexpr std::string_view NoneText = "<none>";
constexpr std::size_t MostShort = 255;

template <class T>
T valueAt(const char *at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
void appendValue(std::string &to, Tag tag, T value)
{
    to += tag;
    to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

std::string_view textAt(const char *at)
{
    if (*at == ShortText)
        return {at + 2, static_cast<unsigned char>(at[1])};
    return {at + 1 + sizeof(std::uint32_t), valueAt<std::uint32_t>(at + 1)};
}

/// Appends a cell.
struct Packer {
    std::string &bytes;

    void operator()(std::monostate) { bytes += Null; }
    void operator()(bool value) { bytes += value ? True : False; }
    void operator()(std::int64_t value) { appendValue(bytes, Integer, value); }
    void operator()(double value) { appendValue(bytes, Number, value); }
    void operator()(std::string_view value)
    {
        if (value == NoneText) {
            bytes += None;
            return;
        }
        if (value.size() <= MostShort)
            bytes.append({ShortText, static_cast<char>(value.size())});
        else
            appendValue(bytes, LongText, static_cast<std::uint32_t>(value.size()));
        bytes += value;
    }
};

std::string numberText(double value)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

} // namespace

std::string cellText(const Cell &cell)
{
    struct {
        std::string operator()(std::monostate) const { return std::string(NoneText); }
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return numberText(value); }
        std::string operator()(std::string_view value) const { return std::string(value); }
    } text;
    return std::visit(text, cell);
}

Cell Cells::Iterator::operator*() const
{
    switch (Tag(*m_at)) {
    case Null: return std::monostate{};
    case False: return false;
    case True: return true;
    case Integer: return valueAt<std::int64_t>(m_at + 1);
    case Number: return valueAt<double>(m_at + 1);
    case None: return NoneText;
    case ShortText:
    case LongText: break;
    }
    return textAt(m_at);
}

Cells::Iterator &Cells::Iterator::operator++()
{
    switch (Tag(*m_at)) {
    case Null:
    case False:
    case True:
    case None: ++m_at; break;
    case Integer:
    case Number: m_at += 1 + sizeof(std::int64_t); break;
    case ShortText:
    case LongText: {
        const std::string_view text = textAt(m_at);
        m_at = text.data() + text.size();
        break;
    }
    }
    return *this;
}

void Cells::Builder::add(const Cell &cell)
{
    std::visit(Packer{m_bytes}, cell);
}

Cells Cells::packed(const Cell *begin, const Cell *end)
{
    Builder builder;
    std::for_each(begin, end, [&](const Cell &cell) { builder.add(cell); });
    return builder.cells();
}

std::size_t Cells::size() const
{
    return static_cast<std::size_t>(std::distance(begin(), end()));
}

Cell Cells::operator[](std::size_t index) const
{
    return *std::next(begin(), static_cast<std::ptrdiff_t>(index));
}

bool operator==(const Cells &a, const Cells &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

} // namespace wk
