// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/history/lifeindex.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace wk {

enum class Phase : std::uint8_t;

/// What a mark is, in two bytes: a million of them are binned at every paint.
struct MarkCode {
    EntryType type = EntryType::Modified;
    EntryClass origin = EntryClass::Live;
};

/// The events of one lane in columns, oldest first.
struct LaneMarks {
    std::vector<WallTime> times;
    std::vector<MarkCode> codes;
    std::vector<RowId> rows;

    std::size_t size() const { return times.size(); }
    /// In order of arrival; one that is older than the newest (the wall clock was set back) is put where it belongs.
    void insert(RowId row, WallTime time, MarkCode code);
    /// Of rows that have fallen off; returns how many went.
    std::size_t dropBefore(RowId row);
};

/// Marks first to last - 1.
struct MarkSpan {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The marks in [from, to).
MarkSpan marksBetween(const LaneMarks &marks, WallTime from, WallTime to);

/// From `from` until the next one begins an object was in a phase.
struct PhaseSpan {
    WallTime from{};
    Phase phase{};
};

/// A Kubernetes Event on the lane of what it regards, at the time that the cluster gave it.
struct LaneNote {
    WallTime time{};
    bool warning = false;
    int count = 1; ///< with this one
    std::string reason;
    std::string message;
    Uid event;
};

/// What is known of one object's life. Any thread; a value.
struct Lane {
    WatchId kind = 0;                ///< what watches of its kind have in common
    WatchId watch = 0;               ///< the one that answers for it
    std::uint32_t cluster = 0;       ///< the number of its watch's, as the history has it
    std::optional<WallTime> aside;   ///< when the watch was closed, when no other answers for it
    ObjectPtr object;                ///< the last state held
    WallTime seenFrom{};             ///< before that nothing of it was watched
    std::optional<WallTime> created; ///< by the cluster's clock, when that was before seenFrom
    std::optional<WallTime> ended;
    bool endInferred = false;    ///< it was gone when we looked again; when it went was not seen
    std::vector<PhaseSpan> life; ///< oldest first, no two neighbours alike
    LaneMarks marks;
    std::vector<LaneNote> notes; ///< by time

    /// When the lane's bar begins, what was not watched included.
    WallTime begins() const { return created.value_or(seenFrom); }
    bool isThere(WallTime at) const { return begins() <= at && (!ended || at < *ended); }
};

/// An object's uid as lanes know it: two clusters may have objects of one, as where one was restored from the other's
/// backup. Empty for an object without one.
std::string laneUid(const std::string &uid, std::uint32_t cluster);
std::string laneUid(const Lane &lane);

/// A phase taken up at a moment; nothing happens when it is the one the lane is in.
void enterPhase(Lane &lane, WallTime time, Phase phase);

/// The phase at a moment; None before the first one and after the end.
Phase phaseAt(const Lane &lane, WallTime time);

/// Puts a note where its time belongs; one of the same Event and time replaces its predecessor, and as a series counts
/// up each time has its own. At most 200 a lane are kept, the newest. Returns by how many the lane's notes grew (0 or
/// 1).
int putNote(Lane &lane, LaneNote note);

} // namespace wk
