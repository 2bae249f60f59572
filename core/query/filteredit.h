// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <string>
#include <vector>

namespace wk {

/// What a value is pointed at as: a cell under "kind", a facet, a label.
struct FilterPoint {
    FilterField field = FilterField::Name;
    std::string key;   ///< of a label or a column
    std::string value; ///< as it stands in the cell; compared to the letter. Empty: the field is missing

    bool operator==(const FilterPoint &) const = default;
};

/// "Only this": from now on the field equals the value, and nothing else is asked of it.
Filter withOnly(const Filter &filter, const FilterPoint &point);

/// "Not this": the field must not equal the value, and whatever else has been excluded so.
Filter without(const Filter &filter, const FilterPoint &point);

/// "At least this", "At most this": GreaterEqual or LessEqual the value, and no other bound on that side.
Filter withBound(const Filter &filter, const FilterPoint &point, FilterOp op);

/// A click on a facet or chip: adds the value to those the field may have, or takes it away again; the last one taken
/// away takes the clause along. A value that was excluded is chosen. A list that was typed stays one: ns:a,b.
Filter toggled(const Filter &filter, const FilterPoint &point);

/// Nothing is said of the value any more, neither that it may be nor that it must not.
Filter released(const Filter &filter, const FilterPoint &point);

/// Nothing is asked of the field any more.
Filter cleared(const Filter &filter, FilterField field, const std::string &key = {});

/// What is asked of the field, and what is left out, by name.
std::vector<std::string> namedValues(const Filter &filter, FilterField field);

/// What the filter says of a value.
enum class FilterChoice { None, Only, Not };
FilterChoice choiceOf(const Filter &filter, const FilterPoint &point);

} // namespace wk
