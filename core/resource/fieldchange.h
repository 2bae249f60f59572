// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace wk {

/// How much a change tells, least first; an event is worth what the best of its changes is. Rules: changeworth.h.
enum class ChangeWorth : std::uint8_t {
    Bookkeeping,   ///< the server's count of writes: metadata.resourceVersion, metadata.generation
    ManagedFields, ///< only who owns which field
    Heartbeat,     ///< a clock that says "still here": a Lease's renewTime, a Node condition's lastHeartbeatTime
    Status,        ///< what is observed: status, and what a controller counts of it in an annotation
    Substance,     ///< what is wanted, and all else
};

/// A field that differs between two revisions. Values are JSON texts cut to a few words, without the quotes of a
/// string; `before` is empty for a field that was added, `after` for one that was removed.
struct FieldChange {
    std::string path; ///< "status.containerStatuses[name=web].restartCount"
    std::string before;
    std::string after;
    enum class Kind : std::uint8_t { Added, Removed, Replaced } kind = Kind::Replaced;
    ChangeWorth worth = ChangeWorth::Substance;

    bool operator==(const FieldChange &) const = default;
};

} // namespace wk
