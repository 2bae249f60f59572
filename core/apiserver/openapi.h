// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

class ResourceTable;

/// /openapi/v3 and its documents: no schemas, only which kinds can be written and that the server validates
/// them. That is what kubectl looks for before it leaves validation to the server. Empty for any other path.
/// Any thread.
std::optional<Reply> openApiReply(const ResourceTable &table, const std::vector<std::string> &segments);

} // namespace wk::apiserver
