// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"

#include <array>
#include <charconv>
#include <fstream>
#include <map>
#include <thread>

namespace wk::bench {

namespace {

std::map<std::string, Measure> &registry()
{
    static std::map<std::string, Measure> measures;
    return measures;
}

/// With at most four digits behind the point.
std::string number(double value)
{
    std::array<char, 64> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 4).ptr;
    std::string whole(text.data(), end);
    whole.erase(whole.find_last_not_of('0') + 1);
    return whole.ends_with('.') ? whole.substr(0, whole.size() - 1) : whole;
}

/// As run.sh has it: "2 x Intel(R) Xeon(R) …".
std::string machine()
{
    std::ifstream cpus("/proc/cpuinfo");
    std::string model = "unknown";
    for (std::string line; std::getline(cpus, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            model = line.substr(colon + 2);
            break;
        }
    }
    return std::to_string(std::thread::hardware_concurrency()) + " x " + model;
}

} // namespace

Registration::Registration(const char *name, Measure measure)
{
    registry().emplace(name, measure);
}

std::vector<std::string> figureNames()
{
    std::vector<std::string> names;
    for (const auto &[name, measure] : registry())
        names.push_back(name);
    return names;
}

Measure measureOf(const std::string &name)
{
    const auto found = registry().find(name);
    return found == registry().end() ? nullptr : found->second;
}

std::string jsonLine(const Figure &figure)
{
    std::string line = "{\"name\":\"" + figure.name + "\",\"value\":" + number(figure.value) + ",\"unit\":\"" +
                       figure.unit + "\",\"machine\":\"" + machine() + "\",\"runs\":" + std::to_string(figure.runs);
    if (figure.yardstick)
        line += ",\"yardstick\":" + number(*figure.yardstick);
    if (figure.ratio)
        line += ",\"ratio\":" + number(*figure.ratio);
    return line + "}";
}

} // namespace wk::bench
