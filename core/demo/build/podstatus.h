// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <nlohmann/json.hpp>

#include <string>

namespace wk::demo {

/// Writes a pod's status step by step, as a kubelet reports it, and keeps phase and conditions true to its
/// containers. A value; any thread. Source: k8s.io/kubernetes pkg/kubelet (status generation), seen on the
/// wire.
class PodStatus
{
public:
    /// Goes on from the status that `pod` has; `now` stamps what changes.
    PodStatus(const Json &pod, WallTime now);

    /// The scheduler's word.
    PodStatus &schedule();
    PodStatus &refuse(const std::string &message);
    /// The kubelet has taken the pod in: containers are being created.
    PodStatus &admit(const std::string &hostIp);
    /// Every container that waits to run runs; one that had run before counts a restart.
    PodStatus &run(const std::string &podIp);
    /// Running containers pass their readiness probes.
    PodStatus &becomeReady();
    /// A container stops by itself.
    PodStatus &exit(const std::string &container, int code, const std::string &reason);
    /// A stopped container waits to run again, or one that was never run for its image.
    PodStatus &hold(const std::string &container, const std::string &reason, const std::string &message);
    /// All containers stop: the pod ended or is being deleted.
    PodStatus &stopAll(int code, const std::string &reason);
    /// The pod goes on at `now`.
    PodStatus &at(WallTime now);

    /// The status, settled.
    Json take();

private:
    Json *entry(const std::string &container);
    void stop(Json &entry, int code, const std::string &reason);
    void settlePhase();
    void settleConditions();
    std::string unreadyMessage() const;

    const Json &m_pod;
    WallTime m_now;
    Json m_status;
};

/// What a pod's containers are doing, for deciding and for tests.
bool hasRunningContainer(const Json &pod);

} // namespace wk::demo
