// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parted.h"
#include "core/history/rows/cowblocks.h"
#include "ui/timeline/timelinelane.h"

#include <QHash>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace wk {

/// The lanes of a timeline with their marks and notes, bounded. Lanes are numbered as they come, and a number is never
/// used again. A value that never reads a clock; its copies share what neither has changed since. A copy may be used in
/// another thread, as long as this one is not written to meanwhile.
///
/// Marks fall off with their rows, and keptFrom() says from when on all is there. Past `lanes` the one that ended
/// longest ago goes; while none has ended a new one is refused and counted.
class LaneStore
{
public:
    struct Limits {
        std::size_t lanes = 200'000;
        std::size_t orphanNotes = 10'000;
    };
    /// How an object came into sight.
    struct Sight {
        WatchId kind = 0; ///< watches of one kind share the lanes of what they tell of
        WatchId watch = 0;
        WallTime time{};
        Phase phase{};
        bool born = false;         ///< it was seen to be created; else it was there before, unwatched
        std::uint32_t cluster = 0; ///< see Lane
    };

    LaneStore() = default;
    explicit LaneStore(Limits limits)
        : m_limits(limits)
    {}

    /// Drops all lanes.
    void clear();
    /// The lane of an object, made when there is none, in the state given; -1 when there is no room.
    int show(const ObjectPtr &object, const Sight &sight);
    /// The object is gone.
    void end(int number, WallTime time, bool inferred);
    void addMark(int number, RowId row, WallTime time, MarkCode code);
    /// The rows before that one, which came then, have fallen off.
    void dropBefore(RowId row, WallTime time);
    /// Puts a Kubernetes Event on the newest lane of what it regards, or keeps it until that lane comes.
    void addNote(const std::string &regardedUid, LaneNote note);
    void dropWatch(WatchId watch);
    /// The watch is closed: its lanes are those of the one that `heir` names for their namespace. Where that is 0 they
    /// stay for a watch to come that goes on with them, or until the room is needed.
    void leave(WatchId watch, WallTime time, const std::function<WatchId(const std::string &ns)> &heir);
    /// A watch goes on with a lane that was set aside.
    void goOn(int number, WatchId watch);
    /// Makes all that is drawn be drawn again.
    void touchAll() { ++m_structure; }

    int count() const { return int(m_lanes.size()); }
    /// Null when the lane was dropped.
    const Lane *lane(int number) const;
    /// The newest lane of a laneUid() under any watch, or -1.
    int findUid(const std::string &uid) const;

    /// Grows with each lane that comes, goes, ends or gets another owner.
    std::uint64_t structure() const { return m_structure; }
    /// The lanes that changed since the last call, each once or more.
    std::vector<int> takeTouched();

    std::size_t markCount() const { return m_marks; }
    std::size_t refused() const { return m_refused; }
    std::optional<WallTime> keptFrom() const { return m_keptFrom; }

private:
    struct Key {
        WatchId kind;
        std::string object;
        bool operator==(const Key &) const = default;
        friend std::size_t qHash(const Key &key, std::size_t seed = 0)
        {
            return std::hash<std::string>()(key.object) ^ (std::size_t(key.kind) * 0x9E3779B97F4A7C15ULL) ^ seed;
        }
    };
    struct KeyHash {
        std::size_t operator()(const Key &key) const { return qHash(key); }
    };

    static Key keyOf(WatchId kind, const Object &object);
    Lane &edit(int number);
    bool makeRoom();
    int create(const ObjectPtr &object, const Sight &sight);
    void drop(int number);
    void dropEndedBefore(WallTime cut);
    void adoptNotes(int number);

    Limits m_limits;
    CowBlocks<std::shared_ptr<Lane>> m_lanes; ///< null: it was dropped
    Parted<QHash<Key, int>, KeyHash> m_byKey;
    Parted<QHash<std::string, int>, std::hash<std::string>> m_byUid;
    std::unordered_map<std::string, std::vector<LaneNote>> m_orphans; ///< notes whose object has not come yet
    std::size_t m_orphanCount = 0;
    std::deque<int> m_ended; ///< or set aside, the oldest first; some have come back or were dropped
    std::vector<int> m_touched;
    std::size_t m_living = 0; ///< lanes that are not dropped
    std::size_t m_marks = 0;
    std::size_t m_refused = 0;
    std::uint64_t m_structure = 0;
    std::optional<WallTime> m_keptFrom;
};

} // namespace wk
