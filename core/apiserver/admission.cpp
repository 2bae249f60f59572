// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/admission.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// Source: the admission plugins ServiceAccount, Priority and DefaultTolerationSeconds; the node is the binding's.
constexpr const char *Added[] = {"serviceAccount",   "serviceAccountName", "priority",
                                 "preemptionPolicy", "tolerations",        "nodeName"};
constexpr std::string_view TokenVolume = "kube-api-access-";
constexpr std::string_view TokenPath = "/var/run/secrets/kubernetes.io/serviceaccount";

/// Empties the list entries whose member begins so; a list that is left empty goes.
void dropEntries(Json &holder, const char *list, const char *member, std::string_view beginning)
{
    if (!holder.is_object() || !holder.contains(list) || !holder[list].is_array())
        return;
    Json kept = Json::array();
    for (const Json &entry : holder[list]) {
        if (!textOf(find(entry, {member})).starts_with(beginning))
            kept.push_back(entry);
    }
    if (kept.empty())
        holder.erase(list);
    else
        holder[list] = std::move(kept);
}

/// A member of what is at `path` as it was given: what was added goes.
void leaveAsGiven(Json &document, const Json &given, std::initializer_list<const char *> path, const char *member)
{
    const Json &wanted = find(find(given, path), {member});
    Json &holder = make(document, path);
    if (!wanted.is_null())
        holder[member] = wanted;
    else if (holder.is_object())
        holder.erase(member);
}

void leavePodAsGiven(Json &spec, const Json &given)
{
    for (const char *member : Added) {
        if (find(given, {"spec", member}).is_null())
            spec.erase(member);
    }
    dropEntries(spec, "volumes", "name", TokenVolume);
    for (const char *list : {"containers", "initContainers"}) {
        if (!spec.contains(list) || !spec[list].is_array())
            continue;
        for (Json &container : spec[list])
            dropEntries(container, "volumeMounts", "mountPath", TokenPath);
    }
}

} // namespace

Json asMeant(const Json &document, const Json &given)
{
    Json meant = document;
    if (meant.is_object())
        meant.erase("status");
    if (!find(meant, {"spec"}).is_object())
        return meant;
    const std::string kind = textOf(find(meant, {"kind"}));
    if (kind == "Pod")
        leavePodAsGiven(meant["spec"], given);
    // Source: PrepareForCreate of pkg/registry/batch/job, core/namespace and core/service; the job's own labels are its
    // pods'.
    if (kind == "Job") {
        leaveAsGiven(meant, given, {"spec"}, "selector");
        leaveAsGiven(meant, given, {"spec", "template", "metadata"}, "labels");
        leaveAsGiven(meant, given, {"metadata"}, "labels");
    }
    if (kind == "Namespace")
        leaveAsGiven(meant, given, {"spec"}, "finalizers");
    if (kind == "Service")
        leaveAsGiven(meant, given, {"spec"}, "clusterIPs");
    return meant;
}

} // namespace wk::apiserver
