// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifeindex.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace wk {

namespace {

constexpr RowId ChunkRows = 2048;
constexpr RowId Nowhere = std::numeric_limits<RowId>::max();
constexpr int KindShift = 30;

std::uint32_t packed(LifeStep step)
{
    return static_cast<std::uint32_t>(step.kind) << KindShift | step.of;
}

LifeStep unpacked(std::uint32_t step)
{
    return {static_cast<LifeStep::Kind>(step >> KindShift), step & (LifeIndex::MostLives - 1)};
}

RowId &place(std::vector<RowId> &state, LifeId life)
{
    if (life >= state.size())
        state.resize(life + 1, Nowhere);
    return state[life];
}

} // namespace

struct LifeIndex::Chunk {
    std::array<std::uint32_t, ChunkRows> steps;
    std::array<std::uint32_t, ChunkRows> back; ///< distance to the one before of the same life; 0: there is none
};

LifeIndex::LifeIndex()
    : LifeIndex(Limits())
{}

LifeIndex::LifeIndex(Limits limits)
    : m_limits(limits)
    , m_base(std::make_shared<const State>())
{}

LifeIndex::~LifeIndex() = default;

LifeId LifeIndex::open(WatchId watch)
{
    LifeId life = static_cast<LifeId>(m_lives.size());
    if (m_free->empty()) {
        m_lives.grow();
    } else {
        life = m_free->back();
        m_free->pop_back();
    }
    m_lives.edit(life) = {watch, 0, Nowhere, Nowhere};
    return life;
}

void LifeIndex::restoreBegin(RowId begin)
{
    m_firstChunk = begin / ChunkRows;
    m_begin = m_end = begin;
}

void LifeIndex::restoreStanding(std::span<const Standing> standing)
{
    State base(*m_base);
    for (const auto &[life, row] : standing) {
        place(base, life) = row;
        Life &known = m_lives.edit(life);
        known.newest = known.stands = row;
        ++m_counts[known.watch];
    }
    m_base = std::make_shared<const State>(std::move(base));
}

const LifeIndex::Chunk &LifeIndex::chunkOf(RowId row) const
{
    return *m_chunks[static_cast<std::size_t>(row / ChunkRows - m_firstChunk)];
}

/// `rowOf(life)` is where it is kept which row such a life stands at, of all below `lives`.
template <class RowOf>
void LifeIndex::apply(LifeStep done, RowId row, std::size_t lives, RowOf rowOf) const
{
    switch (done.kind) {
    case LifeStep::Kind::Nothing: break;
    case LifeStep::Kind::Stands: rowOf(done.of) = row; break;
    case LifeStep::Kind::Ends: rowOf(done.of) = Nowhere; break;
    case LifeStep::Kind::Clears:
        for (LifeId life = 0; life < lives; ++life) {
            if (m_lives[life].watch == done.of)
                rowOf(life) = Nowhere;
        }
        break;
    }
}

void LifeIndex::apply(State &state, LifeStep done, RowId row) const
{
    apply(done, row, state.size(), [&state](LifeId life) -> RowId & { return place(state, life); });
}

void LifeIndex::append(LifeStep step)
{
    if (m_end % m_limits.checkpointRows == 0)
        m_checkpoints.push_back(std::make_shared<const Checkpoint>(checkpoint()));
    if (m_end % ChunkRows == 0)
        m_chunks.push_back(std::make_shared<Chunk>());
    const RowId row = m_end++;
    Chunk &chunk = *m_chunks.back();
    chunk.steps[row % ChunkRows] = packed(step);
    chunk.back[row % ChunkRows] = 0;
    if (step.isOfALife()) {
        Life &life = m_lives.edit(step.of);
        if (life.newest != Nowhere)
            chunk.back[row % ChunkRows] = distance(life.newest, row);
        life.newest = row;
        ++life.rows;
    }
    count(step);
    apply(step, row, m_lives.size(), [this](LifeId life) -> RowId & { return m_lives.edit(life).stands; });
}

/// Before it is applied.
void LifeIndex::count(LifeStep step)
{
    if (step.kind == LifeStep::Kind::Clears)
        m_counts[step.of] = 0;
    if (!step.isOfALife())
        return;
    const Life &life = m_lives[step.of];
    const bool stands = life.stands != Nowhere;
    std::size_t &count = m_counts[life.watch];
    if (step.kind == LifeStep::Kind::Stands && !stands)
        ++count;
    else if (step.kind == LifeStep::Kind::Ends && stands)
        --count;
}

LifeStep LifeIndex::step(RowId row) const
{
    return unpacked(chunkOf(row).steps[row % ChunkRows]);
}

std::optional<RowId> LifeIndex::previous(RowId row) const
{
    const std::uint32_t back = chunkOf(row).back[row % ChunkRows];
    if (back == 0)
        return {};
    const LifeId life = step(row).of;
    const RowId before = rowBefore(row, back, life);
    if (before == Nowhere)
        return {};
    if (before >= m_begin || (life < m_base->size() && (*m_base)[life] == before))
        return before;
    return {};
}

std::uint32_t LifeIndex::distance(RowId from, RowId to) const
{
    return static_cast<std::uint32_t>(std::min<RowId>(to - from, m_limits.farthest));
}

RowId LifeIndex::rowBefore(RowId row, std::uint32_t distance, LifeId life) const
{
    if (distance < m_limits.farthest)
        return row - distance;
    return life < m_base->size() ? (*m_base)[life] : Nowhere;
}

LifeIndex::Checkpoint LifeIndex::checkpoint() const
{
    Checkpoint made{m_end, std::vector<std::uint32_t>(m_lives.size())};
    for (LifeId life = 0; life < m_lives.size(); ++life) {
        if (m_lives[life].stands != Nowhere)
            made.back[life] = distance(m_lives[life].stands, m_end);
    }
    return made;
}

LifeIndex::State LifeIndex::stateBefore(RowId row) const
{
    const auto after = std::ranges::upper_bound(m_checkpoints, row, {}, [](const auto &made) { return made->row; });
    const Checkpoint *from = after == m_checkpoints.begin() ? nullptr : std::prev(after)->get();
    State state = from ? State(from->back.size(), Nowhere) : *m_base;
    for (LifeId life = 0; from && life < state.size(); ++life) {
        if (from->back[life] > 0)
            state[life] = rowBefore(from->row, from->back[life], life);
    }
    state.resize(m_lives.size(), Nowhere);
    for (RowId next = from ? from->row : m_begin; next < row;) {
        const auto &steps = chunkOf(next).steps;
        for (const RowId end = std::min(row, (next / ChunkRows + 1) * ChunkRows); next < end; ++next)
            apply(state, unpacked(steps[next % ChunkRows]), next);
    }
    return state;
}

template <class Visit>
void LifeIndex::forEachStanding(RowId upTo, Visit visit) const
{
    const bool isNow = upTo == m_end;
    const State state = isNow ? State() : stateBefore(upTo);
    for (LifeId life = 0; life < m_lives.size(); ++life) {
        const RowId row = isNow ? m_lives[life].stands : state[life];
        if (row != Nowhere)
            visit(m_lives[life].watch, Standing{life, row});
    }
}

std::vector<LifeIndex::Standing> LifeIndex::standing(WatchId watch, RowId upTo) const
{
    std::vector<Standing> found;
    found.reserve(m_lives.size());
    forEachStanding(upTo, [&](WatchId of, const Standing &standing) {
        if (of == watch)
            found.push_back(standing);
    });
    return found;
}

std::map<WatchId, std::vector<LifeIndex::Standing>> LifeIndex::standing(RowId upTo) const
{
    std::map<WatchId, std::vector<Standing>> found;
    forEachStanding(upTo, [&found](WatchId of, const Standing &standing) { found[of].push_back(standing); });
    return found;
}

LifeIndex::Dropped LifeIndex::dropBefore(RowId begin)
{
    Dropped dropped;
    std::vector<LifeId> touched;
    const State &before = *m_base;
    State base = before;
    for (; m_begin < begin; ++m_begin) {
        const LifeStep done = step(m_begin);
        apply(base, done, m_begin);
        if (done.isOfALife()) {
            --m_lives.edit(done.of).rows;
            touched.push_back(done.of);
        }
    }
    base.resize(m_lives.size(), Nowhere);
    for (LifeId life = 0; life < base.size(); ++life) {
        const RowId stood = life < before.size() ? before[life] : Nowhere;
        if (base[life] == stood)
            continue;
        if (base[life] == Nowhere)
            dropped.ended.push_back(life);
        else
            dropped.kept.push_back({life, base[life]});
        touched.push_back(life);
    }
    m_base = std::make_shared<const State>(std::move(base));
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const LifeId life : touched) {
        if (m_lives[life].rows == 0 && (*m_base)[life] == Nowhere) {
            dropped.free.push_back(life);
            m_free->push_back(life);
        }
    }
    std::erase_if(m_checkpoints, [this](const auto &made) { return made->row < m_begin; });
    const auto fallen = static_cast<std::ptrdiff_t>(m_begin / ChunkRows - m_firstChunk);
    m_chunks.erase(m_chunks.begin(), m_chunks.begin() + fallen);
    m_firstChunk = m_begin / ChunkRows;
    return dropped;
}

} // namespace wk
