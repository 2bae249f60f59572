// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "ui/models/liveobjects.h"
#include "ui/models/windowstate.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// What the log knows of a kind as of a row: its objects, and where it knows nothing, from when to when that is so. A
/// value; gui thread.
struct PastKind {
    /// What stood under a watch, by life: two moments are compared without a look at the objects.
    struct Known {
        WatchId watch = 0;
        std::vector<LifeIndex::Standing> objects; ///< the log knows them until it is appended to
    };

    std::vector<Known> known;
    std::vector<std::string> unwatched; ///< namespaces that are looked at and of which nothing was known
    std::vector<std::string>
        onlyOf; ///< when all are looked at: the namespaces that something was known of, if not of all
    std::optional<WallTime> knownUntil; ///< where nothing was known at all: the last time before that something was
    std::optional<WallTime> knownFrom;  ///< … and the first time after

    /// Whether anything was known.
    bool isKnown() const { return !known.empty(); }
};

/// In these namespaces; empty: all. A kind without namespaces is in none.
PastKind pastKind(const EventLog &log, const ResourceInfo &kind, const std::vector<std::string> &namespaces,
                  RowId upTo);

/// The kinds that the log has been told of.
std::vector<ResourceInfo> watchedKinds(const EventLog &log);

/// How many there were; empty where it is not known of all that is looked at.
std::optional<std::int64_t> pastCount(const EventLog &log, const ResourceInfo &kind,
                                      const std::vector<std::string> &namespaces, RowId upTo);

/// An object as of a row, under the columns of then; of one that was gone by then the last state.
std::optional<KnownObject> pastObject(const EventLog &log, const ObjectRef &object, RowId upTo);

} // namespace wk
