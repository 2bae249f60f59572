// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/cowblocks.h"
#include "core/history/rows/writersown.h"
#include "core/informer/entry.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace wk {

/// Names a row of the stream for ever: counts up from 0, and is never given twice.
using RowId = std::uint64_t;

/// Names one life of one object under one watch, from when it was first seen to its end; an object of the same name
/// but another uid is another life. Given anew once a log holds no row of it.
using LifeId = std::uint32_t;

/// What a row of the log does to the state of the cluster.
struct LifeStep {
    enum class Kind : std::uint8_t {
        Nothing, ///< a word of the watch about itself
        Stands,  ///< the object is there, as this row says; `of` is its life
        Ends,    ///< the object is gone; `of` is its life
        Clears,  ///< all objects of a watch are gone until rows say otherwise; `of` is the watch
    };

    Kind kind = Kind::Nothing;
    std::uint32_t of = 0; ///< below MostLives

    bool isOfALife() const { return kind == Kind::Stands || kind == Kind::Ends; }
    bool operator==(const LifeStep &) const = default;
};

/// Which row is the last word on which object, as of any row of a log: eight bytes a row, and a checkpoint of four
/// bytes a life now and then. A question is answered by the checkpoint before it and the rows from there on. When the
/// oldest rows go, what stood at the new beginning stays known. One thread writes; a copy is for any, and cheap.
class LifeIndex
{
public:
    static constexpr std::uint32_t MostLives = 1U << 30;
    struct Limits {
        RowId checkpointRows = 131'072; ///< between two checkpoints; 40,000 lives cost a byte a row then
        /// How many rows back can be told; as many a log never holds. What stood still for longer stood at its
        /// beginning.
        std::uint32_t farthest = std::numeric_limits<std::uint32_t>::max();
    };

    struct Standing {
        LifeId life = 0;
        RowId row = 0; ///< below begin() when nothing has happened to the object since

        auto operator<=>(const Standing &) const = default;
    };

    LifeIndex();
    explicit LifeIndex(Limits limits);
    ~LifeIndex();

    /// A life that has no row yet. Its first row has to follow before any other life is opened.
    LifeId open(WatchId watch);
    /// The next row.
    void append(LifeStep step);

    // While it is made of what a journal has.
    /// Of no row and no life: the next row is that one.
    void restoreBegin(RowId begin);
    /// What stood at the beginning, by rows before it.
    void restoreStanding(std::span<const Standing> standing);

    RowId begin() const { return m_begin; }
    RowId end() const { return m_end; }
    LifeStep step(RowId row) const;
    /// The row before of the same life; empty for its first, and where that is no longer known. Below begin() when it
    /// is what stood there.
    std::optional<RowId> previous(RowId row) const;
    /// The life of a row that is about an object, as of the row.
    Standing standingAt(RowId row) const { return {step(row).of, row}; }
    /// The newest row of a life.
    RowId newest(LifeId life) const { return m_lives[life].newest; }
    /// All numbers of lives are below this.
    std::size_t lives() const { return m_lives.size(); }

    /// The objects of a watch that were there once the rows before `upTo` (from begin() to end()) had happened, by
    /// life. Half a millisecond, but for end().
    std::vector<Standing> standing(WatchId watch, RowId upTo) const;
    /// How many of them there are before end().
    std::size_t standingCount(WatchId watch) const
    {
        const auto found = m_counts.find(watch);
        return found == m_counts.end() ? 0 : found->second;
    }
    /// The same of all watches that had some.
    std::map<WatchId, std::vector<Standing>> standing(RowId upTo) const;

    /// What became of lives when rows were dropped; whoever holds something by row or life has to follow.
    struct Dropped {
        std::vector<Standing> kept; ///< the row is gone and is still the last word at the new beginning
        std::vector<LifeId> ended;  ///< nothing that was kept of it from before is needed any more
        std::vector<LifeId> free;   ///< without any row now, its number will be given anew
    };
    Dropped dropBefore(RowId begin);

private:
    using State = std::vector<RowId>; ///< by life; Nowhere for what is not there
    struct Chunk;
    struct Life {
        WatchId watch = 0;
        std::uint32_t rows = 0; ///< from m_begin on
        RowId newest = 0;
        RowId stands = 0; ///< before m_end, as a State says it
    };
    struct Checkpoint {
        RowId row = 0;
        std::vector<std::uint32_t> back; ///< by life: how many rows before `row`, or farthest; 0: not there
    };

    const Chunk &chunkOf(RowId row) const;
    std::uint32_t distance(RowId from, RowId to) const;
    RowId rowBefore(RowId row, std::uint32_t distance, LifeId life) const;
    template <class RowOf>
    void apply(LifeStep done, RowId row, std::size_t lives, RowOf rowOf) const;
    void apply(State &state, LifeStep done, RowId row) const;
    Checkpoint checkpoint() const;
    void count(LifeStep step);
    State stateBefore(RowId row) const;
    template <class Visit>
    void forEachStanding(RowId upTo, Visit visit) const;

    const Limits m_limits;
    CowBlocks<Life> m_lives;
    std::map<WatchId, std::size_t> m_counts; ///< of lives that stand before m_end
    WritersOwn<std::vector<LifeId>> m_free;
    std::vector<std::shared_ptr<Chunk>> m_chunks; ///< of the last one a copy knows what is before its m_end
    std::vector<std::shared_ptr<const Checkpoint>> m_checkpoints;
    RowId m_firstChunk = 0; ///< number of m_chunks.front()
    RowId m_begin = 0;
    RowId m_end = 0;
    std::shared_ptr<const State> m_base; ///< before m_begin
};

} // namespace wk
