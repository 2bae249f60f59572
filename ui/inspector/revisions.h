// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifesearch.h"
#include "core/resource/attribution.h"
#include "core/resource/likelywriters.h"
#include "ui/code/diffdocument.h"
#include "ui/models/windowstate.h"

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wk {

class HistorySnapshot;

/// So many are shown at first, and more of them as somebody looks for older ones.
constexpr std::size_t RevisionsShown = 300;

/// A revision of the selected object and what its write did, as a rung of the ladder.
struct Revision {
    LifeRevision of;
    int number = 0;                               ///< counted from the oldest that is held
    ChangesPtr changes;                           ///< against the one before; null for the oldest
    std::optional<LikelyWriters> likelyWriters{}; ///< where no manager's entry has moved, and both bodies are held
    bool isOfSpec = false; ///< it changes what is wanted: spec, data, rules, all that is neither metadata nor status
};

/// The newest `most` revisions, oldest first, of the object that the log holds of those before `upTo` if given. The
/// object is found by uid, without one the latest of its name is. The log's thread.
std::vector<LifeRevision> latestLife(const HistorySnapshot &log, const ObjectRef &object, std::optional<RowId> upTo,
                                     std::size_t most = std::numeric_limits<std::size_t>::max());

/// Which of an object's revisions are wanted.
struct RevisionsWanted {
    std::optional<RowId> upTo{}; ///< only those before it
    std::optional<RowId> kept{}; ///< and more than `most` where this one and the one before it are older
    std::size_t most = RevisionsShown;
};

/// The newest revisions of an object that a log holds, oldest first. What is known from `known` is not made again; else
/// some 3 µs a revision. As latestLife().
std::vector<Revision> newestRevisions(const HistorySnapshot &log, const ObjectRef &object,
                                      const RevisionsWanted &wanted = {}, const std::vector<Revision> &known = {});

/// Fills in what each write did; what is known from `known` is not read again. Any thread; 20 µs a revision.
std::vector<Revision> described(std::vector<Revision> revisions, const std::vector<Revision> &known);

/// What differs between the first and the last of the steps. Each changed line is told to who wrote it last on the way,
/// step by step for StepsRead steps at most. Any thread; fails as diffText() does.
Result<DiffText> stepsDiff(const std::vector<Revision> &steps);
constexpr std::size_t StepsRead = 100;

} // namespace wk
