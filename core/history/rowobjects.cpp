// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowobjects.h"

#include "core/base/varint.h"
#include "core/history/foldedobject.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wk {

namespace {

bool isOfOneLife(LifeStep step)
{
    return step.kind == LifeStep::Kind::Stands || step.kind == LifeStep::Kind::Ends;
}

} // namespace

RowObjects::RowObjects(const LifeIndex &lives)
    : m_lives(lives)
{}

RowObjects::~RowObjects() = default;

void RowObjects::append(const ObjectPtr &object)
{
    if (m_end % ChunkRows == 0)
        m_chunks.emplace_back();
    m_chunks.back().places.push_back(0);
    const RowId row = m_end++;
    const LifeStep step = m_lives.step(row);
    if (!object)
        return;
    if (!isOfOneLife(step)) {
        Newest alone{object, row};
        m_bytes += ownBytes(*object);
        foldNewest(alone);
        release(alone.reference);
        return;
    }
    while (step.of >= m_newest.size())
        m_newest.grow();
    Newest &newest = m_newest[step.of];
    foldNewest(newest);
    newest.object = object;
    newest.row = row;
    newest.isFolded = false;
    m_bytes += ownBytes(*object);
    if (step.kind == LifeStep::Kind::Ends)
        foldNewest(newest);
}

ObjectPtr RowObjects::object(RowId row) const
{
    const LifeStep step = m_lives.step(row);
    return isOfOneLife(step) ? object(LifeIndex::Standing{step.of, row}) : folded(row);
}

ObjectPtr RowObjects::object(const LifeIndex::Standing &standing) const
{
    const Newest &newest = m_newest[standing.life];
    return newest.row == standing.row && newest.object ? newest.object : folded(standing.row);
}

/// Null for a row whose object is not.
ObjectPtr RowObjects::folded(RowId row) const
{
    const Chunk &chunk = m_chunks[chunkOf(row)];
    const std::uint32_t place = chunk.place(static_cast<std::size_t>(row % ChunkRows));
    if (place == 0)
        return {};
    const std::string_view folds = chunk.folds();
    const char *at = folds.data() + (place - 1);
    const Reference &reference = m_references[static_cast<std::size_t>(takeVarint(at))];
    return unfold({at, folds.data() + folds.size()}, *reference.object);
}

/// It stays the life's newest, and is held as those before.
void RowObjects::foldNewest(Newest &newest)
{
    const ObjectPtr object = std::exchange(newest.object, nullptr);
    if (!object)
        return;
    m_bytes -= ownBytes(*object);
    place(newest, object);
}

/// Unless it has been folded before.
void RowObjects::place(Newest &newest, const ObjectPtr &object)
{
    if (std::exchange(newest.isFolded, true))
        return;
    m_fold.clear();
    const bool isFolded = newest.reference && fold(*object, *m_references[newest.reference].object, m_fold);
    if (!isFolded || m_fold.size() > WorthwhileBytes) {
        release(newest.reference);
        newest.reference = addReference(object);
        m_fold.clear();
        fold(*object, *object, m_fold);
    }
    ++m_references[newest.reference].users;
    Chunk &chunk = m_chunks[chunkOf(newest.row)];
    const std::size_t before = chunk.bytes.capacity();
    chunk.places[static_cast<std::size_t>(newest.row % ChunkRows)] = static_cast<std::uint32_t>(chunk.bytes.size() + 1);
    // Not twice as much, as a string would take by itself: there are hundreds of chunks.
    if (const std::size_t size = chunk.bytes.size() + VarintBytes + m_fold.size(); size > before)
        chunk.bytes.reserve(size + size / 8);
    char reference[VarintBytes];
    chunk.bytes.append(reference, putVarint(reference, newest.reference));
    chunk.bytes += m_fold;
    m_bytes += chunk.bytes.capacity() - before;
}

/// With its first user.
RowObjects::ReferenceId RowObjects::addReference(const ObjectPtr &object)
{
    m_bytes += ownBytes(*object);
    if (m_freeReferences.empty()) {
        m_references.push_back({object, 1});
        return static_cast<ReferenceId>(m_references.size() - 1);
    }
    const ReferenceId reference = m_freeReferences.back();
    m_freeReferences.pop_back();
    m_references[reference] = {object, 1};
    return reference;
}

void RowObjects::release(ReferenceId reference)
{
    if (reference == 0 || --m_references[reference].users > 0)
        return;
    m_bytes -= ownBytes(*m_references[reference].object);
    m_references[reference].object.reset();
    m_freeReferences.push_back(reference);
}

std::uint32_t RowObjects::Chunk::place(std::size_t row) const
{
    if (!file)
        return places[row];
    std::uint32_t place = 0;
    std::memcpy(&place, filed.data() + row * sizeof place, sizeof place);
    return place;
}

void RowObjects::appendChunk(RowId first, std::string &to)
{
    Chunk &chunk = m_chunks[chunkOf(first)];
    for (RowId row = first; row < first + ChunkRows; ++row) {
        const LifeStep step = m_lives.step(row);
        Newest *newest = isOfOneLife(step) ? &m_newest[step.of] : nullptr;
        if (newest && newest->row == row && newest->object)
            place(*newest, newest->object);
    }
    to.append(reinterpret_cast<const char *>(chunk.places.data()), chunk.places.size() * sizeof chunk.places.front());
    to += chunk.bytes;
}

void RowObjects::moveChunk(RowId first, std::shared_ptr<const RevisionChunk> file, std::size_t at)
{
    Chunk &chunk = m_chunks[chunkOf(first)];
    m_bytes -= chunk.bytes.capacity();
    chunk.filed = file->bytes().substr(at);
    chunk.file = std::move(file);
    m_fileBytes += chunk.filed.size();
    chunk.places = {};
    chunk.bytes = {};
}

void RowObjects::dropBefore(RowId begin)
{
    for (; m_firstChunk < begin / ChunkRows; ++m_firstChunk) {
        const Chunk &chunk = m_chunks.front();
        const std::string_view folds = chunk.folds();
        for (std::size_t row = 0; row < ChunkRows; ++row) {
            const std::uint32_t place = chunk.place(row);
            const char *at = folds.data() + place - 1;
            if (place > 0)
                release(static_cast<ReferenceId>(takeVarint(at)));
        }
        m_bytes -= chunk.file ? 0 : chunk.bytes.capacity();
        m_fileBytes -= chunk.filed.size();
        m_chunks.pop_front();
    }
    for (LifeId life = 0; life < m_newest.size(); ++life) {
        Newest &newest = m_newest[life];
        if (newest.object && newest.row < begin)
            m_bytes -= ownBytes(*std::exchange(newest.object, nullptr));
    }
}

void RowObjects::forget(const std::vector<LifeId> &lives)
{
    for (const LifeId life : lives) {
        if (life < m_newest.size())
            release(std::exchange(m_newest[life], {}).reference);
    }
}

} // namespace wk
