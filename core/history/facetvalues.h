// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/writernames.h"
#include "core/query/filtervalue.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// A value and how many rows have it.
struct FacetCount {
    std::string value;
    std::uint32_t count = 0;
    std::uint32_t likely = 0; ///< of these: rows in doubt that a manager may have written

    bool operator==(const FacetCount &) const = default;
};

/// The values of one facet with at least one row, the most frequent first; types and classes in the order of their
/// kind. Behind the managers stands DoubtedWriter. Clusters go by their names for people, and have none while all rows
/// are of one.
enum class Facet : std::uint8_t { Type, Cluster, Kind, Namespace, Manager, Class };
inline constexpr std::array Facets{Facet::Type,      Facet::Cluster, Facet::Kind,
                                   Facet::Namespace, Facet::Manager, Facet::Class};
/// What a filter calls it.
FilterField fieldOf(Facet facet);
std::vector<FacetCount> facetValues(const HistorySnapshot &log, const FacetCounts &counts, Facet facet);

} // namespace wk
