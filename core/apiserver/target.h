// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk::apiserver {

class ResourceTable;

/// What a path under /api/v1 or /apis/GROUP/VERSION is about. A value.
struct Target {
    TypePtr type;
    std::string nameSpace; ///< empty: all of them, or a cluster-scoped resource
    std::string name;      ///< empty: the collection
    std::string subresource;
    bool isOldWatch = false; ///< /api/v1/watch/…
};

/// A path cut at its slashes and decoded; empty when it is malformed.
std::optional<std::vector<std::string>> splitPath(std::string_view path);

/// Whether there are resources under this group and version.
struct Resolution {
    enum class Kind { Found, NoSuchGroup, NoSuchResource };
    Kind kind = Kind::NoSuchGroup;
    Target target;
};

Resolution resolve(const ResourceTable &table, const std::vector<std::string> &segments);

} // namespace wk::apiserver
