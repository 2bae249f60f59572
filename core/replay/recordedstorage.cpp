// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedstorage.h"

#include <algorithm>

namespace wk {

std::optional<apiserver::Status> RecordedStorage::whyReadOnly() const
{
    apiserver::Status status = apiserver::methodNotAllowed();
    status.message += ": this is a recording, and what has happened cannot be changed";
    return status;
}

apiserver::ObjectPtr RecordedStorage::get(const std::string &resource, const std::string &key) const
{
    const apiserver::Listing listing = list(resource);
    const auto found = std::ranges::lower_bound(listing.objects, key, {},
                                                [](const apiserver::ObjectPtr &object) { return object->key(); });
    return found != listing.objects.end() && (*found)->key() == key ? *found : nullptr;
}

} // namespace wk
