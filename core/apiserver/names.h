// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <random>
#include <string>

namespace wk::apiserver {

/// Draws uids and the ends of generated names. With a seed it draws the same ones in the same order. Any
/// thread.
class NameGenerator
{
public:
    /// 0: other names every time.
    explicit NameGenerator(std::uint64_t seed = 0);

    std::string uid();
    /// Five characters none of which can be mistaken for another. Source: apimachinery util/rand.
    std::string suffix();

private:
    std::mutex m_mutex;
    std::mt19937_64 m_random;
};

/// A version 4 UUID from any source of 64 random bits.
std::string makeUuid(std::mt19937_64 &random);

/// RFC 1123: what most objects may be called.
bool isSubdomain(std::string_view name);
/// The same without dots, up to 63 characters: namespaces, label values, …
bool isLabel(std::string_view name);

} // namespace wk::apiserver
