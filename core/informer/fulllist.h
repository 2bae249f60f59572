// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <chrono>
#include <vector>

namespace wk {

/// A whole LIST, all pages of it.
struct FullList {
    std::vector<ObjectPtr> objects;
    ResourceVersion version;
    Columns columns;
    std::chrono::milliseconds took{0};
    std::size_t wireBytes = 0;
};

} // namespace wk
