// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/selftests.h"

#include "tests/simulation/historytext.h"

#include <algorithm>
#include <string_view>

namespace wk::sim {

namespace {

/// Sentences and histories by turns, for each validator.
using Rows = std::vector<std::pair<const char *, std::vector<const char *>>>;

const Rows &right()
{
    static const Rows rows{
#include "tests/simulation/righthistories.inc"
    };
    return rows;
}

const Rows &wrong()
{
    static const Rows rows{
#include "tests/simulation/wronghistories.inc"
    };
    return rows;
}

void append(std::vector<SelfTest> &tests, const Rows &rows, bool hold)
{
    for (const auto &[validator, texts] : rows) {
        for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
            tests.push_back({validator, texts[i], texts[i + 1], hold});
    }
}

} // namespace

const std::vector<SelfTest> &selfTests()
{
    static const std::vector<SelfTest> tests = [] {
        std::vector<SelfTest> all;
        append(all, right(), true);
        append(all, wrong(), false);
        return all;
    }();
    return tests;
}

Violations judge(const SelfTest &test)
{
    const auto &all = validators();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Validator &validator) {
        return std::string_view(validator.id) == test.validator;
    });
    return found->check(HistoryText::read(QString::fromLatin1(test.history)));
}

} // namespace wk::sim
