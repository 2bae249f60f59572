// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace wk::demo {

/// Chance that a seed fixes: equal seeds give equal draws with every compiler (std's distributions do not). A
/// value.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    {}

    /// In [0, bound); 0 for a bound of 0.
    std::uint64_t below(std::uint64_t bound);
    /// In [0, 1).
    double unit();
    /// In [least, most].
    std::chrono::milliseconds between(std::chrono::milliseconds least, std::chrono::milliseconds most);
    /// What the API server appends to generateName: five characters without vowels. Source: apimachinery
    /// util/rand.
    std::string suffix();
    /// A version 4 uuid, as objects have.
    std::string uuid();
    std::string hex(std::size_t digits);

private:
    std::mt19937_64 m_engine;
};

/// The label pod-template-hash of a template's text. Form: apimachinery rand.SafeEncodeString of a 32 bit
/// FNV-1a hash.
std::string templateHash(std::string_view text);

/// Spreads what has the same text always the same way: in [0, 1).
double spread(std::string_view text);

} // namespace wk::demo
