// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "ui/models/changeledger.h"

#include <cstdint>

namespace wk {

/// Notes what the object itself says of its last change, where that is news. Any thread, as all that follows.
void readManagers(ChangeRecord &record, const Object &object);

/// The cells that read otherwise, a bit each; those past 62 share the last. How long ago a restart was does not count,
/// it changes by itself.
std::uint64_t changedCells(const Object &before, const Object &after);

} // namespace wk
