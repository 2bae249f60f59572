// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filteredit.h"
#include "core/query/filterparser.h"

#include <QString>

#include <vector>

namespace wk {

/// A filter's error in the user's language, a short phrase: "a value is expected", "‘nginx’ is not a field".
QString filterErrorWords(const FilterError &error);

/// Whether the text is only not finished: more typing may make it right.
bool isUnfinished(const FilterError &error, const QString &text);

/// What a menu offers for what is pointed at, and the filter it makes.
struct PointChoice {
    QString text; ///< "Only this: web"
    Filter filter;
};

/// Only this, not this, and of what has an order this and more, this and less. `filter` is the one in force.
std::vector<PointChoice> choicesFor(const Filter &filter, const FilterPoint &point);

/// A piece of a filter's text and what it is, for whoever colours it. In characters.
struct FilterSpan {
    enum class Ink : std::uint8_t { Field, Operator, Value, Keyword, Number, Plain };

    int start = 0;
    int length = 0;
    Ink ink = Ink::Plain;

    bool operator==(const FilterSpan &) const = default;
};

std::vector<FilterSpan> filterSpans(const QString &text);

/// A place of an error, which counts bytes, in characters of the text.
FilterSpan spanOf(const FilterError &error, const QString &text);

} // namespace wk
