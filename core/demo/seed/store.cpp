// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/store.h"

#include "core/apiserver/admission.h"
#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/apiserver/managedfields.h"
#include "core/apiserver/storage.h"
#include "core/demo/seed/podstamp.h"

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::textOf;

namespace {

const Json &at(const Json &object, const std::vector<std::string> &path)
{
    const Json *here = &object;
    for (const std::string &key : path)
        here = &find(*here, key);
    return *here;
}

void erase(Json &object, const std::vector<std::string> &path)
{
    Json *here = &object;
    for (std::size_t i = 0; i + 1 < path.size() && here->is_object() && here->contains(path[i]); ++i)
        here = &(*here)[path[i]];
    if (here->is_object())
        here->erase(path.back());
}

void put(Json &object, const std::vector<std::string> &path, const Json &value)
{
    Json *here = &object;
    for (const std::string &key : path)
        here = &(*here)[key];
    *here = value;
}

/// Goes through the hands in their order: each adds its part to what those before have left.
Json withManagers(const SeedObject &seed)
{
    Json grown = seed.object;
    for (const SeedHand &hand : seed.hands) {
        if (!hand.path.empty())
            erase(grown, hand.path);
    }
    const Json status = find(grown, "status");
    grown = apiserver::asMeant(grown, {});
    if (!status.is_null())
        grown["status"] = status;
    Json before;
    for (const SeedHand &hand : seed.hands) {
        if (const Json &part = hand.path.empty() ? before : at(seed.object, hand.path); !part.is_null())
            put(grown, hand.path, part);
        const std::string subresource = !hand.path.empty() && hand.path.front() == "status" ? "status" : "";
        apiserver::noteManager(grown, before, {hand.manager, textOf(find(grown, "apiVersion")), subresource},
                               hand.time);
        before = grown;
    }
    Json stored = seed.object; // its keys stand in their order
    make(stored, {"metadata"})["managedFields"] = grown["metadata"]["managedFields"];
    return stored;
}

} // namespace

Result<> storeSeed(ApiServer &server, const std::vector<SeedObject> &objects)
{
    const ApiWriter writer(server, "seed");
    for (const SeedObject &seed : objects) {
        const auto stored = writer.seed(seed.resource, withManagers(seed));
        if (!stored)
            return stored.error();
        if (seed.copies.empty())
            continue;
        const PodStamp stamp(**stored, seed.object);
        for (const PodCopy &copy : seed.copies) {
            // A name that is drawn twice is one pod less.
            static_cast<void>(server.storage().create(seed.resource, stamp.copy(copy)));
        }
    }
    return success();
}

} // namespace wk::demo
