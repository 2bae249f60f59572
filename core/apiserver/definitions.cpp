// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/customtype.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

/// A definition is served from the moment it is stored, and says so in its status. One that changed ends the
/// watches on its resource, as real servers do: their columns are no longer true.
void Registry::serveDefinition(const ObjectPtr &object, const Json &document)
{
    auto type = typeOfDefinition(document);
    if (!type || !find(document, {"metadata", "deletionTimestamp"}).is_null())
        return;
    const TypePtr known = m_types.find(type->group, type->version, type->plural);
    const std::string generation = std::to_string(numberOf(find(document, {"metadata", "generation"})));
    if (known && known->definition == object->uid + "/" + generation)
        return;
    type->definition = object->uid + "/" + generation;
    const std::string resource = type->resource();
    const std::string version = type->version;
    m_types.add(*std::move(type));
    if (known)
        m_cache.end(resource);
    establish(object->name, version);
}

void Registry::establish(const std::string &definition, const std::string &version)
{
    const std::string now = formatTime(m_clock.wallNow());
    const auto condition = [&](const char *kind, const char *reason, const char *message) {
        return Json{
            {"type", kind}, {"status", "True"}, {"lastTransitionTime", now}, {"reason", reason}, {"message", message}};
    };
    const WriteTarget target{m_types.findResource("customresourcedefinitions.apiextensions.k8s.io"), "", definition,
                             "status"};
    const auto established =
        edit(target,
             [&](Json current) -> Outcome<Json> {
                 current["status"] = {
                     {"conditions", Json::array({condition("NamesAccepted", "NoConflicts", "no conflicts found"),
                                                 condition("Established", "InitialNamesAccepted",
                                                           "the initial names have been accepted")})},
                     {"acceptedNames", find(current, {"spec", "names"})},
                     {"storedVersions", Json::array({version})}};
                 return current;
             },
             {"kube-apiserver"});
    Q_UNUSED(established) // Only a deletion can have come between.
}

} // namespace wk::apiserver
