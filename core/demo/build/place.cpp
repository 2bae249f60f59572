// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/place.h"

#include <charconv>

namespace wk::demo {

std::string nodeName(int number)
{
    return std::string("node-") + (number < 10 ? "0" : "") + std::to_string(number);
}

int nodeNumber(const std::string &name)
{
    int number = 0;
    if (name.starts_with("node-"))
        std::from_chars(name.data() + 5, name.data() + name.size(), number);
    return number > 0 && number < 200 ? number : 0;
}

std::string hostAddress(int node)
{
    return "10.0.0." + std::to_string(10 + node);
}

std::string podAddress(int node, int index)
{
    return "10.244." + std::to_string(node) + "." + std::to_string(2 + index % 250);
}

} // namespace wk::demo
