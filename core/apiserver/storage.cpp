// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/storage.h"

namespace wk::apiserver {

Status whyNotWritten(const WriteResult &result, const ResourceType &type, const std::string &name)
{
    if (const auto *status = std::get_if<Status>(&result))
        return *status;
    switch (std::get<StorageRefusal>(result)) {
    case StorageRefusal::Exists: return alreadyExists(type, name);
    case StorageRefusal::Missing: return notFound(type, name);
    case StorageRefusal::Stale: break;
    }
    return staleVersion(type, name);
}

} // namespace wk::apiserver
