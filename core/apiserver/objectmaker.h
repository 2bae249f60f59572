// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/storedobject.h"

namespace wk::apiserver {

struct ResourceType;

/// Makes the stored form of a document that has a name: writes its text, notes where the parts of it stand,
/// and works out what selectors and tables will ask. Any thread.
StoredObject makeObject(const ResourceType &type, const Json &document);

} // namespace wk::apiserver
