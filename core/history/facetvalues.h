// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"

#include <string>
#include <vector>

namespace wk {

/// A value and how many rows have it.
struct FacetCount {
    std::string value;
    std::uint32_t count = 0;

    bool operator==(const FacetCount &) const = default;
};

/// The values of one facet with at least one row, the most frequent first; types and classes in the order of their
/// kind.
enum class Facet : std::uint8_t { Type, Kind, Namespace, Manager, Class };
std::vector<FacetCount> facetValues(const EventLog &log, const FacetCounts &counts, Facet facet);

} // namespace wk
