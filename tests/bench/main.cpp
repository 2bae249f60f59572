// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"

#include <cstdio>

using namespace wk::bench;

/// usage: wk_bench NAME...: measures each and prints a line of JSON a figure; without a name it lists what there is.
int main(int argc, char **argv)
{
    if (argc == 1) {
        for (const std::string &name : figureNames())
            std::puts(name.c_str());
        return 0;
    }
    for (int at = 1; at < argc; ++at) {
        const Measure measure = measureOf(argv[at]);
        if (!measure) {
            std::fprintf(stderr, "there is no figure %s\n", argv[at]);
            return 2;
        }
        for (const Figure &figure : measure())
            std::puts(jsonLine(figure).c_str());
    }
    return 0;
}
