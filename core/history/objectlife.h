// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lives.h"
#include "core/resource/attribution.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wk {

/// A revision of an object that a log holds.
struct LifeRevision {
    RowId row = 0;
    WallTime arrived{};
    EntryType type = EntryType::Added; ///< Added, Modified or Deleted
    EntryClass origin = EntryClass::Live;
    ObjectPtr object;
    Columns table{};           ///< what its cells stand under; may be null
    std::uint32_t changes = 0; ///< how often the object had changed, with this one; see EventLog::changesOf()
    /// Of one that a list found: since when nobody had looked. It has come about some time between then and `arrived`.
    std::optional<WallTime> unseenSince{};
};

/// Whether the object came to be by it, or between two lists; what a watch's first list shows had been there, or may
/// have.
bool isBirth(EntryType type, EntryClass origin);
/// Whether one write made it: a watch told it as it came, and so had told the one before.
RevisionSpan spanOf(const LifeRevision &revision);

/// A time that the cluster says in whole seconds, as it does most of them, is any within that second: the one that is
/// nearest to when we were told, so that what followed from something does not stand before it.
WallTime withinItsSecond(WallTime said, WallTime told);

/// Something that happened to an object in its life.
struct LifeMoment {
    enum class Kind : std::uint8_t {
        Created,   ///< as its creationTimestamp says
        FirstSeen, ///< it was there already when we began to watch; after is its phaseWord()
        Phase,     ///< status.phase
        Condition, ///< subject is its type; before and after are status and reason: "False ContainersNotReady"
        Container, ///< subject is its name; before and after are its states: "Waiting ContainerCreating", "Running"
        Restart,   ///< subject is the container; before and after are how often; why it had ended
        Replicas,  ///< spec.replicas
        Spec,      ///< metadata.generation: what is wanted has changed
        Field,     ///< another of what is wanted: subject is its path, as in Changes, before and after are its values
        Owner,     ///< subject is "ReplicaSet web-7c9f"; after is empty for one that is no owner any more
        Owned,     ///< subject is "Pod web-7c9f-x2x", which it owns; after is empty when that was deleted
        Told,      ///< by a Kubernetes Event: subject is its reason, why its message, who its reporter
        Deleting,  ///< deletion was asked for; what follows is its graceful end
        Deleted,
    };

    Kind kind = Kind::Created;
    WallTime time{};
    bool isServersTime = false; ///< the cluster says when; else it is when we were told
    std::string subject{};
    std::string before{};
    std::string after{};
    std::string why{}; ///< the cluster's own words: a message, a reason; cut to LifeWords bytes
    std::string who{}; ///< the field manager that wrote what is wanted; empty where that is not certain
    RowId row = 0;     ///< that told it
    /// Nobody saw it happen, and the cluster does not say when: some time between then and `time`.
    std::optional<WallTime> unseenSince{};

    /// Of what is Told: how often, since when, and whether the Event is a warning.
    std::int64_t times = 1;
    WallTime from{};
    bool isWarning = false;

    bool operator==(const LifeMoment &) const = default;
};

constexpr std::size_t LifeWords = 1024;
/// Cut to LifeWords bytes, at the start of a character.
std::string lifeWords(std::string text);

/// One life (of one uid) as a list, by time; what happened before the first revision as far as its conditions tell.
/// `revisions` are in order. Bodies are unpacked, read and compared: not on the gui thread. Any thread.
std::vector<LifeMoment> lifeOf(std::span<const LifeRevision> revisions);

} // namespace wk
