// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace wk::test {

/// Where a pod is on its way. Each change from one to another is one write of one component, and one event.
///
///     Created -> (Unschedulable ->) Bound -> Creating -> Started -> Ready -> Terminating -> Stopped -> Expired -> Gone
///                                                           ^       ^  |  \                                        |
///                                                           |       |  v   Crashed -> BackOff                      v
///                                                           |    NotReady                | Created,
///                                                           +----------------------------+                  another
///                                                           uid
enum class Stage : std::uint8_t {
    Created,       ///< by the controller
    Unschedulable, ///< says the scheduler; most pods are bound at once
    Bound,         ///< to a node
    Creating,      ///< its containers; the kubelet has seen it
    Started,       ///< running, not ready yet
    Ready,
    NotReady, ///< a probe failed
    Crashed,
    BackOff,
    Terminating, ///< has a deletionTimestamp
    Stopped,     ///< its containers have ended
    Expired,     ///< its grace period is 0
    Gone,        ///< not on the server any more
};

/// One life of a pod, from creation to deletion: all that its JSON is made from besides its Workload. Times are in
/// seconds since the epoch, 0 for never. A value.
struct PodLife {
    std::uint64_t identity = 0; ///< uid, name, address, container ids: all are drawn from it
    std::uint64_t version = 0;
    std::uint32_t workload = 0;
    std::uint32_t ordinal = 0; ///< of a stateful pod
    std::uint32_t created = 0;
    std::uint32_t unschedulable = 0;
    std::uint32_t bound = 0;
    std::uint32_t initialised = 0;
    std::uint32_t started = 0;  ///< the first container, lately
    std::uint32_t ended = 0;    ///< it, before
    std::uint32_t readied = 0;  ///< when Ready and ContainersReady changed
    std::uint32_t reported = 0; ///< when the kubelet wrote
    std::uint32_t noted = 0;    ///< when kubectl wrote an annotation
    std::uint32_t deleting = 0;
    std::uint16_t node = 0;
    std::uint16_t restarts = 0;
    std::uint16_t notes = 0;
    Stage stage = Stage::Created;
    bool outOfMemory = false; ///< how the first container ended
};

/// What comes after the stage on the usual way; Ready and Gone stay.
Stage nextStage(const PodLife &life);

/// Makes the pod enter the stage at a time.
void enter(PodLife &life, Stage stage, std::uint32_t now);

} // namespace wk::test
