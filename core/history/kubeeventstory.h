// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/objectlife.h"
#include "core/history/occurrences.h"
#include "core/resource/kubeevent.h"
#include "core/source/watchscope.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wk {

/// What Kubernetes Events are wanted of.
struct RegardedObject {
    std::string kind; ///< empty: any
    std::string ns;
    std::string name;
    std::string uid; ///< empty when it is not known
    ClusterId cluster{};

    bool operator==(const RegardedObject &) const = default;
};

/// Whether it tells what it regards from others of that name: it gives a uid, and not only the name once more, as a
/// kubelet does of its node. Sources: kubernetes pkg/kubelet/kubelet.go, nodeRef; pkg/kubelet/util/nodelease.go.
bool givesUid(const KubeEvent &event);

/// By uid; by kind, namespace and name where either side gives none.
bool regards(const KubeEvent &event, const RegardedObject &subject);

/// Whether all that an entry tells is that the server keeps a Kubernetes Event no longer: a server drops each by
/// itself, and nothing has happened to the cluster then. `scope` is its watch's; null when that is not known.
bool isEventForgotten(EntryType type, const WatchScope *scope);

/// How a server came to keep an Event no longer.
struct EventEnd {
    enum class Cause : std::uint8_t {
        Expired, ///< nobody had written it for LeastTimeToLive
        Deleted, ///< too soon for that: with its namespace, or by somebody's hand
    };

    Cause cause = Cause::Expired;
    WallTime time{};                    ///< when we were told
    std::chrono::milliseconds still{0}; ///< since it was last written
    bool isInferred = false;            ///< it was gone when we looked again

    bool operator==(const EventEnd &) const = default;
};

/// No server is told to keep Events for less: its leases are a minute wide. Sources: kube-apiserver --event-ttl (1 h by
/// default), k8s.io/apiserver etcd3 lease_manager.go.
constexpr std::chrono::minutes LeastTimeToLive{1};

/// All that is known of one Kubernetes Event.
struct KubeEventStory {
    std::string uid;
    KubeEvent said; ///< its newest word
    std::vector<Occurrence> occurrences;
    std::optional<EventEnd> end; ///< empty while the server keeps it

    std::int64_t times() const { return timesOf(occurrences); }
};

/// From the revisions that are known, the oldest first. Empty when none of them can be read. Bodies are unpacked and
/// read, a hundredth of a millisecond a piece. Any thread.
std::optional<KubeEventStory> eventStory(std::span<const LifeRevision> revisions);

/// The revisions of one life as two watches told them, each once. Where the versions of a server have no order, those
/// of the watch that tells more.
std::vector<LifeRevision> mergedRevisions(std::vector<LifeRevision> some, std::vector<LifeRevision> others);

} // namespace wk
