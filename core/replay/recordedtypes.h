// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"
#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <optional>

namespace wk {

/// A recorded kind as a server has it that nobody can write to. Of a built-in kind it is the server's own, under the
/// columns that were recorded; of another one what the recording says of it. Pure.
apiserver::ResourceType recordedType(const ResourceInfo &resource, const Columns &columns);

/// An object as that server stores it: its recorded JSON, and its recorded cells, but for its age, which is told as of
/// the moment of asking. Nothing for one that cannot be read.
std::optional<apiserver::StoredObject> recordedObject(const apiserver::ResourceType &type, const Object &object,
                                                      const std::string &json);

} // namespace wk
