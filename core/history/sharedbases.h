// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionsnapshot.h"

#include <span>
#include <vector>

namespace wk {

/// The keyframes on which several of these revisions stand, in order: those of siblings, for of an object's own
/// revisions only the next one stands on a keyframe. Any thread.
std::vector<RevisionRef> sharedBases(const RevisionSnapshot &now, std::span<const RevisionRef> names);

} // namespace wk
