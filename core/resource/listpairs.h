// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// An element of a list in two revisions, as JSON.
struct ElementPair {
    std::string_view before;
    std::string_view after;
    std::string subscript; ///< "[name=web]" where the two differ, else empty
};

/// The elements of two lists, told apart by Kubernetes' own keys, where both have the same ones in the same order: then
/// only pairs that differ need to be read. By the texts alone, as API servers write them. Nothing for other lists, and
/// for such that have to be read to know: as core/resource/listkeys.h does. `field` is the list's own name. Any thread.
std::optional<std::vector<ElementPair>> pairedElements(std::string_view field, std::string_view before,
                                                       std::string_view after);

} // namespace wk
