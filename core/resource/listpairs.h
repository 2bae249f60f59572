// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/listkeys.h"

#include <QVarLengthArray>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk {

/// What names an element of a list: the values of a key's fields, as they stand in its text.
struct ElementName {
    std::string_view first;
    std::optional<std::string_view> second; ///< where the key has one, and the element too

    bool operator==(const ElementName &) const = default;
};

/// An element of a list in two revisions, as JSON.
struct ElementPair {
    std::string_view before;
    std::string_view after;
    std::size_t index = 0; ///< the same in both
    const ListKey *key = nullptr;
    ElementName name;

    /// "[name=web]"
    void putSubscript(std::string &to) const;
};

/// Two lists that have the same elements in the same order.
struct PairedLists {
    QVarLengthArray<ElementPair, 4> different; ///< of the pairs those that are not the same text
    std::size_t endBefore = 0;                 ///< behind the closing bracket
    std::size_t endAfter = 0;
    std::size_t same = 0; ///< up to here in `before` the texts agree from that bracket on, or longer
};

/// Pairs the elements of two lists, told apart by Kubernetes' own keys: then only pairs that differ need to be read. By
/// the texts alone, as API servers write them. Any thread, one reading at a time; its room stays.
class ListPairing
{
public:
    /// Of lists that begin where the texts do, and agree in their first `same` bytes, or longer; the texts may go on
    /// behind them. Nothing for lists that are otherwise, and for such that have to be read to know: as
    /// core/resource/listkeys.h does. `field` is the list's own name.
    std::optional<PairedLists> read(std::string_view field, std::string_view before, std::string_view after,
                                    std::size_t same);

private:
    struct Pair {
        std::string_view before;
        std::string_view after; ///< null where it is the same
        ElementName name;
    };
    enum class Found { All, None, Odd };

    bool split(std::string_view before, std::string_view after, PairedLists &lists);
    Found pairBy(const ListKey &key);
    static Found readKey(std::string_view element, const ListKey &key, ElementName &name);

    std::vector<Pair> m_pairs;
};

} // namespace wk
