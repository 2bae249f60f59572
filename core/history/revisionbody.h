// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revision.h"
#include "core/resource/body.h"

#include <memory>

namespace wk {

class RevisionStore;

/// A Body that is a revision in a store: the live object needs no copy of its own, only 64 bytes to find it by. Keeps
/// the store alive; reads as empty once the store has forgotten the revision. Any thread. Null for a null reference.
Body revisionBody(std::shared_ptr<const RevisionStore> store, RevisionRef ref, std::size_t objectBytes);

} // namespace wk
