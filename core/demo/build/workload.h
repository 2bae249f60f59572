// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <string>

namespace wk::demo {

/// Annotations and labels by which the deployment controller keeps its books. Source:
/// pkg/controller/deployment/util.
inline constexpr const char *RevisionAnnotation = "deployment.kubernetes.io/revision";
inline constexpr const char *DesiredAnnotation = "deployment.kubernetes.io/desired-replicas";
inline constexpr const char *MaxAnnotation = "deployment.kubernetes.io/max-replicas";
inline constexpr const char *TemplateHashLabel = "pod-template-hash";

/// spec.replicas of a workload, 1 where it says nothing; a demo stays within MostReplicas whatever is asked
/// of it.
int wantedReplicas(const Json &workload);
inline constexpr int MostReplicas = 2000;

/// The hash of a workload's spec.template, whatever its hash labels and the order of its keys.
std::string hashOfTemplate(const Json &workload);

/// A ReplicaSet for a Deployment's present template; its name and labels carry the template's hash.
Json replicaSetFrom(const Json &deployment, int replicas, int revision);

/// Whether a ReplicaSet has this template, its hash label aside.
bool hasTemplate(const Json &replicaSet, const Json &podTemplate);

int revisionOf(const Json &object);

/// How many pods a rolling update may add above, and may lack below, spec.replicas.
struct RollingLimits {
    int surge = 0;
    int unavailable = 0;
    static RollingLimits of(const Json &deployment);
};

} // namespace wk::demo
