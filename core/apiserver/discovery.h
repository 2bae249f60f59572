// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

class ResourceTable;

/// The documents by which clients learn what is served: /version, /api, /apis, their groups and versions,
/// aggregated discovery where it is asked for, and so much of /openapi/v3 that kubectl leaves validation to
/// the server. Empty for any other path. Any thread.
std::optional<Reply> discoveryReply(const ResourceTable &table, const std::vector<std::string> &segments,
                                    const std::string &accept);

} // namespace wk::apiserver
