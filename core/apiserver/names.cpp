// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/names.h"

#include <algorithm>
#include <cstdio>

namespace wk::apiserver {

namespace {

bool isAlphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

} // namespace

NameGenerator::NameGenerator(std::uint64_t seed)
    : m_random(seed != 0 ? seed : std::random_device{}())
{}

std::string NameGenerator::uid()
{
    const std::lock_guard lock(m_mutex);
    return makeUuid(m_random);
}

std::string NameGenerator::suffix()
{
    static constexpr std::string_view Letters = "bcdfghjklmnpqrstvwxz2456789";
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (int i = 0; i < 5; ++i)
        text += Letters[m_random() % Letters.size()];
    return text;
}

std::string makeUuid(std::mt19937_64 &random)
{
    const unsigned long long a = random();
    const unsigned long long b = random();
    char text[40];
    std::snprintf(text, sizeof text, "%08llx-%04llx-4%03llx-%04llx-%012llx", a >> 32, (a >> 16) & 0xffff, a & 0xfff,
                  0x8000 | ((b >> 48) & 0x3fff), b & 0xffffffffffff);
    return text;
}

bool isSubdomain(std::string_view name)
{
    if (name.size() > 253)
        return false;
    for (;;) {
        const std::string_view part = name.substr(0, name.find('.'));
        const bool isFine = !part.empty() && isAlphanumeric(part.front()) && isAlphanumeric(part.back()) &&
                            std::all_of(part.begin(), part.end(), [](char c) { return isAlphanumeric(c) || c == '-'; });
        if (!isFine)
            return false;
        if (part.size() == name.size())
            return true;
        name.remove_prefix(part.size() + 1);
    }
}

bool isLabel(std::string_view name)
{
    return name.size() <= 63 && name.find('.') == name.npos && isSubdomain(name);
}

} // namespace wk::apiserver
