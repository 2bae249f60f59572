// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/facetvalues.h"
#include "core/query/filteredit.h"
#include "ui/models/streammodel.h"

#include <QString>

#include <optional>

namespace wk {

/// What a cell of the stream is pointed at as; without a value where the cell says nothing. Empty for a row that has
/// fallen off.
std::optional<FilterPoint> pointOf(const StreamModel &model, const QModelIndex &cell);
/// What a value of a facet is pointed at as.
FilterPoint pointOf(Facet facet, const QString &value);

/// The filter reduced to one object: kind, namespace and name.
Filter onlyObject(const Filter &filter, const StreamModel &model, int row);

QString filterText(const Filter &filter);
/// A clause alone, as a chip shows it.
QString clauseText(const FilterClause &clause);

} // namespace wk
