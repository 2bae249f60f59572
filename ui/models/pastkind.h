// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "ui/models/knownobject.h"
#include "ui/models/windowstate.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wk {

/// What the log knows of a kind as of a row: its objects, and where it knows nothing, from when to when that is so. A
/// value; any thread.
struct PastKind {
    /// What stood under a watch, by life: two moments are compared without a look at the objects.
    struct Known {
        WatchId watch = 0;
        std::vector<LifeIndex::Standing> objects;
    };

    std::vector<Known> known;
    std::vector<std::string> unwatched; ///< namespaces that are looked at and of which nothing was known
    std::vector<std::string>
        onlyOf; ///< when all are looked at: the namespaces that something was known of, if not of all
    std::optional<WallTime> knownUntil; ///< where nothing was known at all: the last time before that something was
    std::optional<WallTime> knownFrom;  ///< … and the first time after

    /// Why what was known was not surely what there was, if it was not.
    std::optional<Outage> outage{};

    /// Whether anything was known.
    bool isKnown() const { return !known.empty(); }
};

/// In these namespaces; empty: all. A kind without namespaces is in none.
PastKind pastKind(const HistorySnapshot &log, const ResourceInfo &kind, const std::vector<std::string> &namespaces,
                  RowId upTo);

/// How many objects there were of each kind; without those of which it is not known of all that is looked at. Some ms.
std::map<GroupVersionResource, std::int64_t> pastCounts(const HistorySnapshot &log,
                                                        const std::vector<std::string> &namespaces, RowId upTo);

/// From when to when watches of a kind did not surely know, at a moment, what there was in these namespaces (empty:
/// all), as far as the log knows of that by now; of several the gravest.
std::optional<Outage> pastOutage(const HistorySnapshot &log, const GroupVersionResource &kind,
                                 const std::vector<std::string> &namespaces, const Moment &moment);

/// … of all kinds.
using KindOutages = std::map<GroupVersionResource, Outage>;
KindOutages pastOutages(const HistorySnapshot &log, const std::vector<std::string> &namespaces, const Moment &moment);
/// Keeps the gravest that a kind has at a time.
void addOutage(KindOutages &outages, const GroupVersionResource &kind, const std::optional<Outage> &outage,
               WallTime at);

/// An object as of a row, under the columns of then; of one that was gone by then the last state.
std::optional<KnownObject> pastObject(const HistorySnapshot &log, const ObjectRef &object, RowId upTo);

/// The watch of those of its cluster through which such an object would be seen: of its resource, all namespaces or its
/// own, without selectors before one with. 0 when none of them is open.
WatchId watchFor(const ObjectRef &ref, const std::vector<std::pair<WatchId, WatchScope>> &open);

} // namespace wk
