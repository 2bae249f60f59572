// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/place.h"

#include <charconv>

namespace wk::demo {

namespace {

constexpr int MostNumbered = 3000; // what 10.244.0.0/14 has room for, and then some

} // namespace

std::string nodeName(int number)
{
    return std::string("node-") + (number < 10 ? "0" : "") + std::to_string(number);
}

int nodeNumber(const std::string &name)
{
    int number = 0;
    if (name.starts_with("node-"))
        std::from_chars(name.data() + 5, name.data() + name.size(), number);
    return number > 0 && number < MostNumbered ? number : 0;
}

std::string hostAddress(int node)
{
    constexpr int FirstNet = 240; // nodes that 10.0.0.0/24 takes
    if (node <= FirstNet)
        return "10.0.0." + std::to_string(10 + node);
    const int beyond = node - FirstNet - 1;
    return "10.0." + std::to_string(1 + beyond / 250) + "." + std::to_string(1 + beyond % 250);
}

std::string podNetwork(int node)
{
    return "10." + std::to_string(244 + node / 256) + "." + std::to_string(node % 256);
}

std::string podAddress(int node, int index)
{
    return podNetwork(node) + "." + std::to_string(2 + index % 250);
}

} // namespace wk::demo
