// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
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

    bool operator==(const FacetCount &) const = default;
};

/// What a filter asks for the updates by of which nobody says who wrote them: manager == "?". No manager at all, so
/// that "manager" and "!manager" know nothing of it.
inline constexpr std::string_view DoubtedWriter = "?";

/// The values of one facet with at least one row, the most frequent first; types and classes in the order of their
/// kind. Behind the managers stands DoubtedWriter.
enum class Facet : std::uint8_t { Type, Kind, Namespace, Manager, Class };
inline constexpr std::array Facets{Facet::Type, Facet::Kind, Facet::Namespace, Facet::Manager, Facet::Class};
/// What a filter calls it.
FilterField fieldOf(Facet facet);
std::vector<FacetCount> facetValues(const HistorySnapshot &log, const FacetCounts &counts, Facet facet);

} // namespace wk
