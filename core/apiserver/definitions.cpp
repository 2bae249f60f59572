// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/customtype.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// Whether the status says already what establishing would write.
bool isEstablished(const Json &definition, const std::string &version)
{
    const Json &versions = find(definition, {"status", "storedVersions"});
    return find(definition, {"status", "acceptedNames"}) == find(definition, {"spec", "names"}) &&
           versions.is_array() && !versions.empty() && textOf(versions.back()) == version;
}

} // namespace

/// A definition is served from the moment it is stored, and says so in its status. One that changed ends the
/// watches on its resource, as real servers do: their columns are no longer true.
void Registry::serveDefinition(const ObjectPtr &object, const Json &document)
{
    if (const auto changed = apiserver::serveDefinition(m_types, document))
        m_cache.end(*changed);
    const auto type = typeOfDefinition(document);
    const bool isLeaving = !find(document, {"metadata", "deletionTimestamp"}).is_null();
    if (type && !isLeaving && !isEstablished(document, type->version))
        establish(object->name, type->version);
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
