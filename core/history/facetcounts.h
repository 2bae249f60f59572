// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/stringpool.h"
#include "core/informer/entry.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wk {

constexpr std::size_t EntryTypes = static_cast<std::size_t>(EntryType::Gap) + 1;
/// The types of rows as rowTypeName() tells them apart: those of EntryType, and behind them what isListed().
constexpr std::size_t RowTypes = EntryTypes + 1;
constexpr std::size_t rowType(EntryType type, EntryClass origin)
{
    return isListed(type, origin) ? EntryTypes : static_cast<std::size_t>(type);
}
constexpr std::size_t EntryClasses = static_cast<std::size_t>(EntryClass::Replayed) + 1;

/// How many rows there are of each type, class, cluster, kind, namespace and manager; the latter four by the log's
/// numbers.
/// A value: rows that go together are counted together and subtracted together.
class FacetCounts
{
public:
    using Counts = std::vector<std::uint32_t>;

    std::array<std::uint32_t, RowTypes> types{};
    std::array<std::uint32_t, EntryClasses> classes{};
    Counts clusters;
    Counts kinds;
    Counts namespaces;
    Counts managers;
    std::uint32_t doubtedWriters = 0; ///< rows of which HistorySnapshot::isWriterInDoubt()
    /// … by who may have written them; see writerNames(). Only where somebody has looked for that (LikelyCounts).
    std::map<std::string, std::uint32_t, std::less<>> likely;

    static void countIn(Counts &counts, StringPool::Id id);
    void add(const FacetCounts &other);
    void subtract(const FacetCounts &other);
};

} // namespace wk
