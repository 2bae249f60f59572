// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/namespacename.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostChars = 63;

bool isLowerOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

} // namespace

std::optional<std::string> namespaceFault(std::string_view name)
{
    const bool isLegal = name.size() <= MostChars && (name.empty() || (name.front() != '-' && name.back() != '-')) &&
                         std::all_of(name.begin(), name.end(), [](char c) { return isLowerOrDigit(c) || c == '-'; });
    if (isLegal)
        return {};
    const std::string shown(name.substr(0, MostChars));
    return "invalid namespace \"" + shown + (name.size() > MostChars ? "…" : "") +
           "\": a namespace's name has at most 63 lower case letters, digits and hyphens, with no hyphen at either end";
}

} // namespace wk
