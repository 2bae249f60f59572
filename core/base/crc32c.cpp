// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace wk {

namespace {

constexpr std::uint32_t Polynomial = 0x82f63b78; // reflected

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ (value & 1 ? Polynomial : 0);
        table[byte] = value;
    }
    return table;
}

constexpr auto Table = makeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t byInstruction(std::string_view bytes, std::uint32_t before)
{
    std::uint64_t value = ~before;
    while (bytes.size() >= 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data(), 8);
        value = _mm_crc32_u64(value, word);
        bytes.remove_prefix(8);
    }
    auto rest = static_cast<std::uint32_t>(value);
    for (const char byte : bytes)
        rest = _mm_crc32_u8(rest, static_cast<std::uint8_t>(byte));
    return ~rest;
}
#endif

} // namespace

std::uint32_t crc32cByTable(std::string_view bytes, std::uint32_t before)
{
    std::uint32_t value = ~before;
    for (const char byte : bytes)
        value = (value >> 8) ^ Table[(value ^ static_cast<std::uint8_t>(byte)) & 0xff];
    return ~value;
}

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before)
{
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2");
    if (hasInstruction)
        return byInstruction(bytes, before);
#endif
    return crc32cByTable(bytes, before);
}

} // namespace wk
