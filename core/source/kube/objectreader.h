// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/source/kube/readcache.h"
#include "core/source/kube/tape.h"

#include <simdjson.h>

#include <optional>
#include <string_view>

namespace wk {

/// More columns than any real table has; what a stranger sends beyond is dropped.
constexpr std::size_t MostColumns = 256;

/// What status.conditions say of an object.
class ConditionsReadiness
{
public:
    void add(std::string_view type, std::string_view status);
    Readiness value() const { return m_ready != Readiness::Absent ? m_ready : m_available; }

private:
    Readiness m_ready = Readiness::Absent;
    Readiness m_available = Readiness::Absent;
};

/// Fills an Object, but its cells and body, from parsed JSON. A field of another type than it should have is as good as
/// absent, and of two equal keys the last counts. Without a name the object is unreadable. Any thread. Only the decoder
/// includes this header: simdjson's is large.
Object readObject(TapeValue root, ReadCache &cache);

/// A Table's columnDefinitions; null for anything but an array of at least one.
Columns readColumns(simdjson::dom::element definitions);

/// The cells of an object's Table row, in order. What is no scalar is kept as its JSON text.
Cells readCells(simdjson::dom::element cells, const Object &object);

/// The whole row: the cells, if all are scalars, and the object, if there is one and nothing stands behind it.
std::optional<Object> readRow(TapeValue row, ReadCache &cache);

} // namespace wk
