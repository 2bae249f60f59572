// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/objectlife.h"
#include "ui/models/factsmodel.h"

#include <optional>
#include <string>
#include <vector>

namespace wk {

/// One life of a name, as its page tells it.
struct LifeStory {
    std::string uid;
    std::vector<LifeMoment> moments; ///< by time
    bool hasMore = false;            ///< before these
};

/// How many moments are told at most: a page of as many is laid out within a frame.
constexpr std::size_t MomentsTold = 200;

/// What is to be known of the whole list.
struct LifeNotes {
    std::optional<WallTime> watchedSince; ///< the kind
    std::size_t olderEvents = 0;          ///< Kubernetes Events that are left out
    QString events;                       ///< a sentence on when Kubernetes Events are known
};

/// The newest life first, and of each the newest moment first; several lives under a heading each. Last come the notes.
/// Gui thread.
std::vector<Fact> lifeFacts(const std::vector<LifeStory> &lives, const LifeNotes &notes, WallTime now);

} // namespace wk
