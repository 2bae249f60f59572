// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace wk::test {

/// Chance that a number fixes: equal on every machine, and cheap enough to be drawn anew each time a pod is written.
/// A value. Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (splitmix64).
class Draw
{
public:
    explicit Draw(std::uint64_t seed)
        : m_state(seed)
    {}
    /// What belongs to a part of something: its own numbers, the same each time.
    Draw(std::uint64_t seed, std::uint64_t part)
        : m_state(mixed(seed + 0x632be59bd9b4e019ULL * (part + 1)))
    {}

    std::uint64_t next() { return mixed(m_state += 0x9e3779b97f4a7c15ULL); }
    /// In [0, bound).
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }
    bool once(std::uint32_t in) { return below(in) == 0; }

    /// Up to 16 hexadecimal digits a draw.
    std::string hex(std::size_t digits)
    {
        std::string text;
        text.reserve(digits);
        for (std::uint64_t bits = 0; text.size() < digits; bits >>= 4) {
            if (text.size() % 16 == 0)
                bits = next();
            text += "0123456789abcdef"[bits & 15];
        }
        return text;
    }
    /// As the API server makes names. Source: apimachinery util/rand.
    std::string suffix(std::size_t length)
    {
        std::string text;
        while (text.size() < length)
            text += "bcdfghjklmnpqrstvwxz2456789"[below(27)];
        return text;
    }
    /// A uuid of version 4.
    std::string uuid()
    {
        std::string text = hex(32);
        text[12] = '4';
        text[16] = "89ab"[below(4)];
        for (const std::size_t at : {20, 16, 12, 8})
            text.insert(at, 1, '-');
        return text;
    }

private:
    static std::uint64_t mixed(std::uint64_t bits)
    {
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
        return bits ^ (bits >> 31);
    }

    std::uint64_t m_state;
};

} // namespace wk::test
