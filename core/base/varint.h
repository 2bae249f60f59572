// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wk {

/// Numbers of as few bytes as they need: seven bits a byte, the low ones first, the top bit says that more follow.
/// Source: LEB128, as in DWARF and protobuf.
constexpr std::size_t VarintBytes = 10; ///< the most that one takes

/// Writes to where VarintBytes have room; returns the end of what was written.
inline char *putVarint(char *to, std::uint64_t value)
{
    while (value >= 0x80) {
        *to++ = static_cast<char>(value | 0x80);
        value >>= 7;
    }
    *to++ = static_cast<char>(value);
    return to;
}

/// Takes one that putVarint() wrote, from bytes of our own: of a stranger's, ByteReader does.
inline std::uint64_t takeVarint(const char *&from)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<std::uint8_t>(*from++);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

/// A signed number as one whose small values are near 0 on either side.
inline std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

inline std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// Takes bytes of a stranger apart from the front and never reads past their end.
class ByteReader
{
public:
    explicit ByteReader(std::string_view bytes)
        : m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
    {}

    bool atEnd() const { return m_at == m_end; }
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

    /// Nothing when the bytes end within the number, or it has more than 64 bits.
    std::optional<std::uint64_t> varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; m_at < m_end && shift < 64; shift += 7) {
            const auto byte = static_cast<std::uint8_t>(*m_at++);
            if (shift == 63 && byte > 1)
                return {};
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        return {};
    }
    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > left())
            return {};
        const std::string_view taken(m_at, static_cast<std::size_t>(count));
        m_at += count;
        return taken;
    }

private:
    const char *m_at;
    const char *m_end;
};

} // namespace wk
