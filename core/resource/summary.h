// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// One of status.conditions. Source: metav1.Condition and its older cousins.
struct Condition {
    std::string type;
    std::string status; ///< "True", "False", "Unknown"
    std::string reason;
    std::string message;
    std::optional<WallTime> since; ///< lastTransitionTime

    bool operator==(const Condition &) const = default;
};

/// Whether a condition is as its owner wants it. Over: it was, and no longer matters, as a pod that ran to its end need
/// not be Ready. Source: k8s.io/kubernetes pkg/kubelet/status/generate.go, PodCompleted.
enum class ConditionHealth : std::uint8_t { AsWanted, NotSo, Over, Unknown };
/// By type, status and reason: most conditions are wanted True, a few say what is wrong and are wanted False.
ConditionHealth healthOf(const Condition &condition);

/// A container of a pod (or of a pod template, which has no state).
struct Container {
    enum class State : std::uint8_t { Unknown, Waiting, Running, Terminated };

    std::string name;
    std::string image;
    bool isInit = false;
    bool isReady = false;
    State state = State::Unknown;
    std::string reason; ///< of waiting or terminated
    std::string message;
    int exitCode = 0; ///< of terminated
    int restarts = 0;
    std::string lastReason; ///< why it ended the last time
    int lastExitCode = 0;

    bool operator==(const Container &) const = default;
};

/// What an object says of itself, beyond what every Object holds. Absent parts are empty.
struct ObjectSummary {
    std::vector<Condition> conditions;
    std::vector<Container> containers;
    std::vector<std::pair<std::string, std::string>> annotations; ///< without last-applied-configuration
    std::vector<std::string> finalizers;
    std::string reason;  ///< status.reason
    std::string message; ///< status.message
    std::string podIp;
    std::string hostIp;
    std::string serviceAccount;
    std::optional<std::int64_t> wantedReplicas;
    std::int64_t readyReplicas = 0;
    std::optional<std::int64_t> generation;
    std::optional<std::int64_t> observedGeneration;
    std::optional<std::int64_t> deletionGrace; ///< metadata.deletionGracePeriodSeconds
};

/// When the object was asked to go: deletionTimestamp is when its grace is over. Empty: it was not, or the grace is not
/// told. Source: metav1.ObjectMeta, k8s.io/apiserver pkg/registry/rest/delete.go.
std::optional<WallTime> deletionAsked(const Object &object, const ObjectSummary &summary);

/// Reads an object's body. Without one, or when it is no JSON object, all is empty. Any thread. Lists are cut
/// at SummaryItems.
ObjectSummary readSummary(const Object &object);

constexpr std::size_t SummaryItems = 200;

/// Something that is the matter with an object, for the window to put in words.
struct Trouble {
    enum class Kind : std::uint8_t {
        Unreadable,       ///< the decoder could not read it; message
        DeletionHeld,     ///< deletion was asked for and finalizers hold it; subject is their list
        Failed,           ///< its phase is Failed; reason, message
        ContainerWaiting, ///< for anything but its start; subject, reason, message
        ContainerFailed,  ///< ended, or ended the last time, with an error; subject, reason, number is the
                          ///< exit code
        ConditionNotSo,   ///< subject is the type; reason, message
        ReplicasMissing,  ///< number is how many are ready, of wants how many
        SpecNotSeen,      ///< its controller has not observed the newest generation
    };

    Kind kind = Kind::Unreadable;
    std::string subject;
    std::string reason;
    std::string message;
    std::int64_t number = 0;
    std::int64_t wanted = 0;

    bool operator==(const Trouble &) const = default;
};

/// The worst first. Empty for an object that is well, and for one that has ended as it should.
std::vector<Trouble> troublesOf(const Object &object, const ObjectSummary &summary);

} // namespace wk
