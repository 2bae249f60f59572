// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/write.h"

namespace wk::demo {

bool reportStatus(Writes &writes, const char *resource, const Json &object, Json status)
{
    if (isSame(status, apiserver::find(object, "status")))
        return false;
    Json updated = object;
    updated["status"] = std::move(status);
    writes.push_back({Write::Verb::UpdateStatus, resource, std::move(updated)});
    return true;
}

} // namespace wk::demo
