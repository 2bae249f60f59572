// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/release.h"

#include <charconv>
#include <string_view>

namespace wk::demo {

namespace {

constexpr std::string_view Candidate = "-rc";

} // namespace

bool isCandidate(const std::string &image)
{
    const std::size_t colon = image.rfind(':');
    return colon != std::string::npos && image.find(Candidate, colon) != std::string::npos;
}

std::string nextRelease(const std::string &image)
{
    if (isCandidate(image))
        return image.substr(0, image.rfind(Candidate));
    const std::size_t dot = image.find_last_of(".:");
    if (dot == std::string::npos || dot + 1 == image.size())
        return image;
    unsigned patch = 0;
    const auto [end, failure] = std::from_chars(image.data() + dot + 1, image.data() + image.size(), patch);
    if (failure != std::errc() || end != image.data() + image.size())
        return image;
    return image.substr(0, dot + 1) + std::to_string(patch + 1);
}

std::string nextCandidate(const std::string &image)
{
    const std::string next = nextRelease(image);
    return next == image ? image : next + "-rc.1";
}

} // namespace wk::demo
