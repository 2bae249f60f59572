// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/query/filtercompletion.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace wk {

class HistorySnapshot;
class ResourceTableModel;

/// A value that a filter can ask for, as the cluster gave it: unsafe to show, and how often it was seen.
struct SeenValue {
    std::string value;
    std::uint32_t count = 0;

    bool operator==(const SeenValue &) const = default;
};

/// What has been seen of what a place of a filter wants, the most frequent first.
using SeenValues = std::function<std::vector<SeenValue>(const FilterPlace &place)>;

/// What is filtered: objects of a table, or the events of all that is watched.
enum class SeenAs : std::uint8_t { Objects, Events };

/// Types, kinds, namespaces, managers and classes of the stream's events, of events names, too; names, phases, nodes,
/// owners, labels and what stands in the columns of the first objects of the table. Empty for fields whose values
/// nobody types. Gui thread; takes milliseconds.
std::vector<SeenValue> seenValues(const HistorySnapshot &log, const ResourceTableModel &table, const FilterPlace &place,
                                  SeenAs as);

} // namespace wk
