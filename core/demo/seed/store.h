// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/demo/seed/scene.h"

namespace wk {

class ApiServer;

namespace demo {

/// Puts a seeded cluster into a server's storage, with the managedFields that its writers would have left.
/// Any thread. Errors: as ApiWriter's; the storage then holds a part.
Result<> storeSeed(ApiServer &server, const std::vector<SeedObject> &objects);

} // namespace demo
} // namespace wk
