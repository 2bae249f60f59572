// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/resourcetable.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

std::vector<ResourceType> builtinTypes()
{
    std::vector<ResourceType> types;
    types.push_back({.version = "v1", .plural = "pods", .singular = "pod", .kind = "Pod", .shortNames = {"po"}, .categories = {"all"},
        .hasStatus = true, .fields = {{"spec.nodeName"}, {"status.phase"}},
        .columns={{"Name"}},.print = [](const Json &d) { PrintedRow row; row.cells.push_back({encode(find(d,{"metadata","name"}))}); return row; }});
    return types;
}

} // namespace wk::apiserver
