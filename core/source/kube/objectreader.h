// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/source/kube/readcache.h"
#include "core/source/kube/tape.h"

#include <simdjson.h>

#include <optional>
#include <span>

namespace wk {

/// Fills an Object, but its cells and body, from parsed JSON. `known`: the entries of the managedFields that come
/// first, which were read already (core/source/kube/managerstext.h); of none, they are there. A field of another type
/// than it should have is as good as absent, and of two equal keys the last counts. Without a name the object is
/// unreadable. Any thread. Only the decoder includes this header: simdjson's is large.
Object readObject(TapeValue root, ReadCache &cache, std::span<const ManagedFields> known = {});

/// A Table's columnDefinitions; null for anything but an array of at least one.
Columns readColumns(simdjson::dom::element definitions);

/// The cells of an object's Table row, in order. What is no scalar is kept as its JSON text.
Cells readCells(simdjson::dom::element cells, const Object &object);

/// The whole row: the cells, if all are scalars, and the object, if there is one and nothing stands behind it.
std::optional<Object> readRow(TapeValue row, ReadCache &cache, std::span<const ManagedFields> known = {});

} // namespace wk
