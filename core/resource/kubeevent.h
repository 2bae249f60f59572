// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// What a Kubernetes Event says, in the one form that both API groups ("" and events.k8s.io) can be read into.
struct KubeEvent {
    std::string regardingApiVersion; ///< empty when the writer gave none
    std::string regardingKind;
    std::string regardingNs;
    std::string regardingName;
    std::string regardingUid; ///< empty when the writer gave none
    bool warning = false;     ///< type Warning; anything else is normal
    std::string reason;
    std::string message;
    std::string reporter; ///< component or controller
    int count = 1;        ///< of a series
    std::optional<WallTime> first;
    std::optional<WallTime> last; ///< as EventSeen has it
};

/// When a Kubernetes Event was last seen, by its own word, whoever wrote it or when: empty where none of its members
/// says so. Any thread; a value. Source: k8s.io/kubernetes pkg/printers/internalversion/printers.go, printEvent.
class EventSeen
{
public:
    /// Members of an Event that say so, in both API groups; of two that do the earlier one counts. A series does by its
    /// lastObservedTime.
    static constexpr std::array<std::string_view, 6> Members{"series",    "lastTimestamp",  "deprecatedLastTimestamp",
                                                             "eventTime", "firstTimestamp", "deprecatedFirstTimestamp"};
    static constexpr std::string_view SeriesMember = "lastObservedTime";

    static bool isAsked(std::string_view member);
    /// `time` as it is written; what is no time counts as none.
    void add(std::string_view member, std::string_view time);
    MaybeTime time() const;

private:
    std::array<MaybeTime, Members.size()> m_times;
};

/// Whether it is the collection of Kubernetes Events, in either group.
bool isKubeEvents(const GroupVersionResource &resource);

/// Reads an object of kind Event from its body. Empty when there is no body or it is no JSON object; what is missing or
/// of another type stays empty. Any thread. Sources: k8s.io/api core/v1 Event, events/v1 Event.
std::optional<KubeEvent> readKubeEvent(const Object &event);

} // namespace wk
