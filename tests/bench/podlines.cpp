// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/podlines.h"

#include "tests/support/podgen/podfleet.h"

namespace wk::bench {

ResourceInfo podResource()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

PodLines podLines(std::size_t count, LineForm form)
{
    test::PodFleet fleet({.seed = 1});
    PodLines result;
    std::vector<std::size_t> ends;
    result.bytes.reserve(count * 8192);
    for (std::size_t at = 0; at < count; ++at) {
        const test::PodEvent event = fleet.next();
        result.bytes += form == LineForm::Table ? fleet.tableLine(event) : fleet.line(event);
        ends.push_back(result.bytes.size());
        result.bytes += '\n';
    }
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        result.lines.push_back(std::string_view(result.bytes).substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

} // namespace wk::bench
