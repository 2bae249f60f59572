// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/objectlife.h"
#include "core/history/objectref.h"
#include "core/history/rows/historysnapshot.h"

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

/// Which lives a history knows, beyond what LifeIndex tells by number. Any thread.
namespace wk {

/// An object as its lives under one watch or several, whose namespaces may have been chosen one after the other.
using ObjectLives = std::vector<LifeId>;

/// The newest `most` revisions of an object that came before `upTo` if given, oldest first; also the one that stood at
/// the log's beginning. Of what several watches tell each once.
std::vector<LifeRevision> revisionsOf(const HistorySnapshot &log, const ObjectLives &object,
                                      std::optional<RowId> upTo = {},
                                      std::size_t most = std::numeric_limits<std::size_t>::max());

/// A row that tells of an object, and as part of which of its lives.
struct ObjectRow {
    RowId row = 0;
    LifeId life = 0;
    std::optional<LifeId> after{}; ///< another watch's, that told before it: a list tells what has become meanwhile

    auto operator<=>(const ObjectRow &) const = default;
};

/// Only which rows tell of the revisions, all of them, oldest first; what stood at the log's beginning is below its
/// begin(). Some 50 ns a row.
std::vector<ObjectRow> rowsOf(const HistorySnapshot &log, const ObjectLives &object, std::optional<RowId> upTo = {});

/// The newest `most` of those.
std::vector<LifeRevision> revisionsAt(const HistorySnapshot &log, const std::vector<ObjectRow> &rows,
                                      std::size_t most = std::numeric_limits<std::size_t>::max());

/// One of those; what has become while no watch was open is as if a list had been made anew. `later`: the columns of a
/// later one, for what stood at the log's beginning.
LifeRevision revisionAt(const HistorySnapshot &log, const ObjectRow &at, const Columns &later);

/// The lives of a name in its cluster, whichever uid is asked for, the earliest first: one for each uid, and for each
/// watch that saw it.
std::vector<LifeId> livesNamed(const HistorySnapshot &log, const ObjectRef &named);
/// The same by object, one for each uid: the one of which came news last is the last.
std::vector<ObjectLives> objectsNamed(const HistorySnapshot &log, const ObjectRef &named);

/// The row of an event of an object that came from a watch of the log; empty when it has fallen off, or is not taken in
/// yet. Looks through the object's revisions from the newest on.
std::optional<RowId> rowOf(const HistorySnapshot &log, const Entry &event);

/// The lives of a cluster whose objects name this uid among their owners, the earliest first. Makes the object of each
/// life that has ended, which takes some 100 ms for 100,000 of them.
std::vector<LifeId> livesOwnedBy(const HistorySnapshot &log, const ClusterId &cluster, std::string_view uid);

/// When what an object owns was created and deleted, for the OwnedTold that came last.
std::vector<LifeMoment> momentsOfOwned(const HistorySnapshot &log, const ClusterId &cluster, std::string_view uid);

constexpr std::size_t OwnedTold = 500;

} // namespace wk
