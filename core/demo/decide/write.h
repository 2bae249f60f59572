// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace wk::demo {

/// What a component has to say about an object: it becomes a Kubernetes Event.
struct Note {
    bool warning = false;
    std::string reason{};
    std::string message{};
    std::string fieldPath{}; ///< "spec.containers{web}"; empty: the whole object

    bool operator==(const Note &) const = default;
};

/// One write a component wants. A value: deciding and doing are apart, so that what is decided can be tested.
struct Write {
    enum class Verb { Create, Update, UpdateStatus, Bind, Delete };
    Verb verb = Verb::Create;
    std::string resource{};     ///< "pods", "replicasets.apps"
    Json object{};              ///< whole; with the resourceVersion that was read, unless it is created
    std::optional<Note> note{}; ///< told of the reconciled object once the write has happened
    int graceSeconds = -1;      ///< of a Delete; -1: what the object says
};

using Writes = std::vector<Write>;

/// Adds the write that gives the object this status; false, and none, when it has just that.
bool reportStatus(Writes &writes, const char *resource, const Json &object, Json status);

/// Resources by the name of their collection.
namespace resources {
inline constexpr const char *Pods = "pods";
inline constexpr const char *Nodes = "nodes";
inline constexpr const char *Events = "events";
inline constexpr const char *ConfigMaps = "configmaps";
inline constexpr const char *Services = "services";
inline constexpr const char *Leases = "leases.coordination.k8s.io";
inline constexpr const char *EndpointSlices = "endpointslices.discovery.k8s.io";
inline constexpr const char *Deployments = "deployments.apps";
inline constexpr const char *ReplicaSets = "replicasets.apps";
inline constexpr const char *StatefulSets = "statefulsets.apps";
inline constexpr const char *DaemonSets = "daemonsets.apps";
inline constexpr const char *Jobs = "jobs.batch";
inline constexpr const char *CronJobs = "cronjobs.batch";
} // namespace resources

} // namespace wk::demo
