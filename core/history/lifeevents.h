// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/kubeeventstory.h"
#include "core/history/objectlife.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// What Kubernetes Events have to say in the life of an object. Any thread.
namespace wk {

/// One of the lives that a name had, as far as it is known.
struct LifeSpan {
    std::string uid;
    std::optional<WallTime> created;
    std::optional<WallTime> ended; ///< empty while it lasts
};

/// Which of the lives an Event on their name regards: that of its uid. One known only by name regards the life
/// within which all of it happened, if there is one only. Empty: none of them.
std::optional<std::size_t> regardedLife(const KubeEventStory &story, std::span<const LifeSpan> lives);

/// A moment for each occurrence, by time, of the Event whose revisions these are. Nothing happens later than we are
/// told of it; within a second, which is as fine as many Events tell, it happens when we are told.
std::vector<LifeMoment> momentsTold(const KubeEventStory &story, std::span<const LifeRevision> revisions);

/// Both in one list by time, where what is told again with nothing else in between is one moment, of as many times.
std::vector<LifeMoment> joinedLife(std::vector<LifeMoment> life, std::vector<LifeMoment> told);

} // namespace wk
