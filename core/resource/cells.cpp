// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cells.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>

namespace wk {

namespace {

/// What servers print again and again.
constexpr std::array<std::string_view, 13> PrintedWords{"<none>", "0",       "1/1",      "2/2",       "0/1",
                                                        "3/3",    "Running", "Pending",  "Completed", "Succeeded",
                                                        "Active", "Bound",   "ClusterIP"};
constexpr std::size_t LongestPrinted = 9;

/// The first byte of a cell; behind a number its eight bytes (behind a small one its only), behind a text its bytes: of
/// a short one the first byte says how many there are, of a long one the next four. Of the Held texts they stand
/// elsewhere, and of the words the first byte says all.
enum Tag : std::uint8_t {
    Null,
    False,
    True,
    SmallInteger,
    Integer,
    Number,
    LongText,
    FirstHeld,
    SecondHeld,
    PrintedWord,
    ShortText = PrintedWord + PrintedWords.size()
};

constexpr std::size_t MostShort = UINT8_MAX - ShortText;
constexpr std::int64_t MostSmall = 255;
/// What a Text in place and its tag take: a shorter text is not worth holding.
constexpr std::size_t LeastHeld = sizeof(Text) + 1;
constexpr std::size_t RowBytes = 192;

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
    to += static_cast<char>(tag);
    to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// PrintedWord for all words, ShortText for all short ones.
Tag tagAt(const char *at)
{
    const auto tag = static_cast<std::uint8_t>(*at);
    return tag >= ShortText ? ShortText : Tag(std::min(tag, std::uint8_t(PrintedWord)));
}

std::string_view textAt(const char *at)
{
    if (const auto tag = static_cast<std::uint8_t>(*at); tag >= ShortText)
        return {at + 1, std::size_t(tag) - ShortText};
    return {at + 1 + sizeof(std::uint32_t), valueAt<std::uint32_t>(at + 1)};
}

/// Appends a cell.
struct Packer {
    std::string &bytes;

    void operator()(std::monostate) { bytes += char(Null); }
    void operator()(bool value) { bytes += char(value ? True : False); }
    void operator()(std::int64_t value)
    {
        if (value >= 0 && value <= MostSmall)
            bytes.append({char(SmallInteger), static_cast<char>(value)});
        else
            appendValue(bytes, Integer, value);
    }
    void operator()(double value) { appendValue(bytes, Number, value); }
    void operator()(std::string_view value)
    {
        const auto word = value.size() <= LongestPrinted ? std::ranges::find(PrintedWords, value) : PrintedWords.end();
        if (word != PrintedWords.end()) {
            bytes += static_cast<char>(PrintedWord + (word - PrintedWords.begin()));
            return;
        }
        if (value.size() <= MostShort)
            bytes += static_cast<char>(ShortText + value.size());
        else
            appendValue(bytes, LongText, static_cast<std::uint32_t>(value.size()));
        bytes += value;
    }
};

std::string numberText(double value)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general).ptr;
    return std::string(text.data(), end);
}

} // namespace

bool isUnknown(const Cell &cell)
{
    const auto *text = std::get_if<std::string_view>(&cell);
    return text && *text == UnknownCell;
}

std::string cellText(const Cell &cell)
{
    struct {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return numberText(value); }
        std::string operator()(std::string_view value) const { return std::string(value); }
    } text;
    return std::visit(text, cell);
}

Cell Cells::Iterator::operator*() const
{
    switch (tagAt(m_at)) {
    case Null: return std::monostate{};
    case False: return false;
    case True: return true;
    case SmallInteger: return std::int64_t(static_cast<unsigned char>(m_at[1]));
    case Integer: return valueAt<std::int64_t>(m_at + 1);
    case Number: return valueAt<double>(m_at + 1);
    case PrintedWord: return PrintedWords[static_cast<std::uint8_t>(*m_at) - PrintedWord];
    case FirstHeld: return m_held[0].view();
    case SecondHeld: return m_held[1].view();
    case ShortText:
    case LongText: break;
    }
    return textAt(m_at);
}

Cells::Iterator &Cells::Iterator::operator++()
{
    switch (tagAt(m_at)) {
    case Null:
    case False:
    case True:
    case PrintedWord:
    case FirstHeld:
    case SecondHeld: ++m_at; break;
    case SmallInteger: m_at += 2; break;
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

Cells::Builder::Builder(const Text &name, const Text &node)
    : m_known{&name, &node}
{
    m_bytes.reserve(RowBytes);
}

void Cells::Builder::add(const Cell &cell)
{
    const auto *text = std::get_if<std::string_view>(&cell);
    if (!text || text->size() < LeastHeld || !addHeld(*text))
        std::visit(Packer{m_bytes}, cell);
}

bool Cells::Builder::addHeld(std::string_view text)
{
    const auto known = std::ranges::find_if(m_known, [&](const Text *one) { return one && *one == text; });
    if (known == m_known.end())
        return false;
    auto held = std::find(m_held.begin(), m_held.begin() + m_heldCount, **known);
    if (held == m_held.begin() + m_heldCount)
        m_held[m_heldCount++] = **known;
    m_bytes += char(held == m_held.begin() ? FirstHeld : SecondHeld);
    return true;
}

Cells::Cells(const Builder &builder)
{
    if (builder.m_bytes.empty())
        return;
    const std::size_t heldBytes = builder.m_heldCount * sizeof(Text);
    auto *block = new (::operator new(sizeof(Block) + heldBytes + builder.m_bytes.size())) Block;
    block->heldCount = builder.m_heldCount;
    block->size = static_cast<std::uint32_t>(builder.m_bytes.size());
    auto *held = reinterpret_cast<Text *>(block + 1);
    std::uninitialized_copy_n(builder.m_held.begin(), builder.m_heldCount, held);
    std::memcpy(static_cast<void *>(held + builder.m_heldCount), builder.m_bytes.data(), builder.m_bytes.size());
    m_block = block;
}

Cells::Cells(const Cells &other)
    : m_block(other.m_block)
{
    if (m_block)
        m_block->references.fetch_add(1, std::memory_order_relaxed);
}

Cells::~Cells()
{
    if (!m_block || m_block->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    std::destroy_n(m_block->held(), m_block->heldCount);
    ::operator delete(const_cast<Block *>(m_block));
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

std::size_t Cells::heldBytes() const
{
    return m_block ? sizeof(Block) + m_block->heldCount * sizeof(Text) + m_block->size : 0;
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
