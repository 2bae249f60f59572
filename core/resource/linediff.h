// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Bytes of a line: where the words that changed begin and how long they are.
struct ByteRange {
    std::size_t begin = 0;
    std::size_t length = 0;

    bool operator==(const ByteRange &) const = default;
};

struct DiffLine {
    enum class Kind {
        Same,
        Added,
        Removed,
        Skipped, ///< `count` lines are not shown: equal ones, and quiet changes; text is empty
        Heading, ///< a parent of what follows, which is itself not shown: "status:", "  - type: Ready"
    };

    Kind kind = Kind::Same;
    std::string text;
    int before = 0; ///< line number from 1 in the text before; 0 where it is not. Skipped: of the first one
    int after = 0;
    int count = 1;
    std::vector<ByteRange> changed; ///< what differs from its counterpart; empty when it has none, or all of it does
    std::vector<DiffLine> hidden{}; ///< Skipped: the lines, where quiet changes are among them
};

struct LineDiff {
    std::vector<DiffLine> lines; ///< empty when the texts are equal
    int added = 0;
    int removed = 0;
};

struct DiffOptions {
    int context = 3;      ///< equal lines shown around each change; below zero: all
    bool headings = true; ///< for YAML as kubectl writes it
};

/// Where each line of both texts stands: equal ones are the same only in the same place. Empty: wherever they stand.
/// Quiet lines are not worth a look when they change: beside changes that are, they are skipped as equal ones are.
/// Empty: none is quiet.
struct LinePlaces {
    std::vector<std::string> before;
    std::vector<std::string> after;
    std::vector<bool> quietBefore{};
    std::vector<bool> quietAfter{};
};

/// How to go from one text to another, line by line, fewest lines first, and so that a whole list element is marked
/// rather than halves of two. Any thread. Fails with TooLarge beyond limits::DiffLines or limits::DiffBytes a side;
/// where more than a thousand lines differ in between, they are told as all removed and all added.
Result<LineDiff> diffLines(std::string_view before, std::string_view after, DiffOptions options = {},
                           const LinePlaces &places = {});

} // namespace wk
