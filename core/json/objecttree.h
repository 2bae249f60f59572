// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/blockkind.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wk::json {

/// A value of objects within objects and nothing else, as the FieldsV1 of managedFields are:
/// {"f:metadata":{"f:labels":{".":{},"f:app":{}}}}.
struct ObjectTree {
    std::size_t end = 0;     ///< one past it in the text
    std::uint32_t names = 0; ///< the members, at all depths
    std::uint64_t hash = 0;  ///< of its text; not for keeping
};

/// The tree that begins at text[at], its grammar checked; nothing when there is none, and where the text is not as API
/// servers write it: no blanks, printable ASCII, no escapes but \" and \\, not deeper than some hundred. So there is
/// one text for one tree. Any thread; a block of 64 bytes in 13 ns, 19 in registers of 32 bytes.
std::optional<ObjectTree> objectTree(std::string_view text, std::size_t at, BlockKind by = bestBlockKind());

} // namespace wk::json
