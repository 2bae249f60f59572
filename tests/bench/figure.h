// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wk::bench {

/// A measured number, printed as one line of JSON with the machine it was measured on.
struct Figure {
    std::string name;
    double value = 0; ///< the median of the runs
    std::string unit;
    int runs = 0;
    std::optional<double> yardstick = {}; ///< the same measured of something else, in the same process
    std::optional<double> ratio = {};     ///< how many times better than the yardstick
};

/// How a name of tests/bench/run.sh is measured: its figure, of the same name, and others beside it. Runs in a process
/// of its own and ends within 45 s.
using Measure = std::vector<Figure> (*)();

/// Put one at the end of a file:
///     const Registration registration("decode", measureDecode);
struct Registration {
    Registration(const char *name, Measure measure);
};

/// The registered names, in order.
std::vector<std::string> figureNames();
/// Null for a name that nobody registered.
Measure measureOf(const std::string &name);

/// {"name":"decode","value":4.1,"unit":"µs","machine":"2 x …","runs":9,"yardstick":63.5,"ratio":15.5}
std::string jsonLine(const Figure &figure);

} // namespace wk::bench
