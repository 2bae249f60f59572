// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/framesplitter.h"
#include "tests/fuzz/fuzz.h"

#include <string>
#include <vector>

/// A stream's lines are the same wherever it is cut (C24).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    constexpr std::size_t Limit = 256;
    fuzz::Bytes bytes(data, size);
    const std::size_t step = bytes.byte() % 32 + 1;
    const std::string text(bytes.rest());

    std::vector<std::string> expected;
    std::size_t at = 0;
    bool isTooLong = false;
    while (!isTooLong) {
        const std::size_t end = text.find('\n', at);
        isTooLong = std::min(end, text.size()) - at > Limit;
        if (end == std::string::npos || isTooLong)
            break;
        if (text.find_first_not_of(" \t\r", at) < end)
            expected.push_back(text.substr(at, end - at));
        at = end + 1;
    }

    FrameSplitter splitter(Limit);
    std::vector<std::string> found;
    for (std::size_t cut = 0; cut < text.size(); cut += step) {
        splitter.append(std::string_view(text).substr(cut, step));
        while (const auto line = splitter.next())
            found.emplace_back(*line);
    }
    WK_MUST(found == expected);
    WK_MUST(splitter.isTooLong() == isTooLong);
    WK_MUST(isTooLong || splitter.tailBytes() == text.size() - at);
    return 0;
}
