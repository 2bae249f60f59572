// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/source/kube/readcache.h"
#include "core/source/kube/tape.h"

#include <simdjson.h>

#include <optional>
#include <vector>

namespace wk {

/// Fills an Object, but its cells and body, from parsed JSON. A field of another type than it should have is as good as
/// absent, and of two equal keys the last counts. Without a name the object is unreadable. Any thread.
/// Only the decoder includes this header: simdjson's is large.
Object readObject(TapeValue root, ReadCache &cache);

/// A Table's columnDefinitions; null for anything but an array of at least one.
Columns readColumns(simdjson::dom::element definitions);

/// The cells of an object's Table row, in order. What is no scalar is kept as its JSON text.
Cells readCells(simdjson::dom::element cells, const Object &object);

/// The whole row: the cells, if all are scalars, and the object, if nothing stands behind it.
std::optional<Object> readRow(TapeValue row, ReadCache &cache);

} // namespace wk
