// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"

#include <cstdio>

std::map<std::string, wk::test::Run> &wk::test::registry()
{
    static std::map<std::string, Run> tests;
    return tests;
}

/// PROGRAM NAME [what Qt Test understands...]
int main(int argc, char **argv)
{
    const auto &tests = wk::test::registry();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [options of Qt Test]\nTEST is one of:\n", argv[0]);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    argv[1] = argv[0];
    return found->second(argc - 1, argv + 1);
}
