// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace wk {

/// "figure NAME p50 12 max 40 n 55": a line for who wants to know how well, and not only that.
inline void printFigure(const char *name, std::vector<qint64> values)
{
    if (values.empty())
        return;
    std::sort(values.begin(), values.end());
    std::printf("figure %s p50 %lld max %lld n %zu\n", name, static_cast<long long>(values[(values.size() - 1) / 2]),
                static_cast<long long>(values.back()), values.size());
    std::fflush(stdout);
}

} // namespace wk
