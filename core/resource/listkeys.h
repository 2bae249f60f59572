// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// The fields that name an element within its list; the second may be empty, and absent from an element.
/// Source: patchMergeKey and listMapKey in k8s.io/api; for other lists the first of name, key, type, uid, ip that is
/// unique.
using ListKey = std::array<std::string_view, 2>;

struct ListKeyRule {
    std::string_view field; ///< the list's name; empty: any
    ListKey key;

    bool isFor(std::string_view list) const { return field.empty() || field == list; }
};

/// The first one for a list whose key all its elements have, each another, is the one it goes by.
std::span<const ListKeyRule> listKeyRules();

/// Two lists whose elements can be told apart by a key: its values, element by element ("80,TCP").
struct KeyedLists {
    ListKey key;
    std::vector<std::string> before;
    std::vector<std::string> after;
};

/// Empty when some element is no object, lacks the key or shares it with another. `field` is the list's own name
/// ("ports").
std::optional<KeyedLists> keyedLists(std::string_view field, const simdjson::dom::array &before,
                                     const simdjson::dom::array &after);

/// The same of one list.
std::optional<ListKey> listKey(std::string_view field, const simdjson::dom::array &list);

/// "[name=web]", "[containerPort=80,protocol=TCP]".
std::string keySubscript(const ListKey &key, const simdjson::dom::object &element);

} // namespace wk
