// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wk::sim {

/// The finaliser of splitmix64: every bit of the result hangs on every bit of the argument.
inline std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

/// A hash that is the same in every build, unlike std::hash: a seed must mean one run everywhere. FNV-1a, mixed.
inline std::uint64_t textHash(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325ULL)
{
    while (text.size() >= 8) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i)
            word |= std::uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
        hash = mixed(hash ^ word);
        text.remove_prefix(8);
    }
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

/// splitmix64: small, quick, and the same sequence everywhere. A value.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {}
    std::uint64_t next()
    {
        const std::uint64_t value = mixed(m_state);
        m_state += 0x9e3779b97f4a7c15ULL;
        return value;
    }
    /// From `least` to `most`, both included.
    std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + next() % (most - least + 1); }
    int number(int least, int most) { return int(between(0, std::uint64_t(most - least))) + least; }
    /// In [0, 1).
    double share() { return double(next() >> 11) / double(1ULL << 53); }
    bool oneIn(std::uint64_t n) { return next() % n == 0; }
    /// Many small ones and few large: as likely from 1 to 10 as from 10 to 100.
    std::uint64_t spread(std::uint64_t least, std::uint64_t most);
    /// Another sequence, that what is drawn here does not disturb.
    Random fork() { return Random(next()); }

private:
    std::uint64_t m_state;
};

} // namespace wk::sim
