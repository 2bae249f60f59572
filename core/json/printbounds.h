// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"

#include <cstddef>
#include <limits>

namespace wk::json {

/// How long a text may be that is printed for people, and how long it may become. By default it is one object of a
/// stranger's.
struct PrintBounds {
    std::size_t read = limits::FrameBytes;
    std::size_t written = limits::PrintedBytes;

    bool operator==(const PrintBounds &) const = default;
};

/// Of a list of objects that we hold and have put together ourselves: none of them is left out.
constexpr PrintBounds OwnList{limits::ListBytes, std::numeric_limits<std::size_t>::max()};

} // namespace wk::json
