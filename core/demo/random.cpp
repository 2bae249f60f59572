// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/random.h"

namespace wk::demo {

namespace {

constexpr std::string_view SafeAlphabet = "bcdfghjklmnpqrstvwxz2456789";

std::uint32_t fnv1a(std::string_view text)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

} // namespace

std::uint64_t Random::below(std::uint64_t bound)
{
    return bound == 0 ? 0 : m_engine() % bound; // the bias of a modulo over 64 bits is nobody's trouble here
}

double Random::unit()
{
    return static_cast<double>(m_engine() >> 11) / static_cast<double>(1ULL << 53);
}

std::chrono::milliseconds Random::between(std::chrono::milliseconds least, std::chrono::milliseconds most)
{
    const auto span = static_cast<std::uint64_t>((most - least).count() + 1);
    return least + std::chrono::milliseconds(below(span));
}

std::string Random::suffix()
{
    std::string text;
    for (int i = 0; i < 5; ++i)
        text += SafeAlphabet[below(SafeAlphabet.size())];
    return text;
}

std::string Random::uuid()
{
    constexpr std::string_view Variants = "89ab";
    return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + Variants[below(4)] + hex(3) + "-" + hex(12);
}

std::string Random::hex(std::size_t digits)
{
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < digits; ++i)
        text += Digits[below(16)];
    return text;
}

std::string templateHash(std::string_view text)
{
    std::string encoded;
    for (const char digit : std::to_string(fnv1a(text)))
        encoded += SafeAlphabet[static_cast<unsigned char>(digit) % SafeAlphabet.size()];
    return encoded;
}

double spread(std::string_view text)
{
    return fnv1a(text) / 4294967296.0;
}

} // namespace wk::demo
