// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowobjects.h"

#include "core/base/varint.h"
#include "core/history/foldedobject.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace wk {

namespace {

bool isOfOneLife(LifeStep step)
{
    return step.kind == LifeStep::Kind::Stands || step.kind == LifeStep::Kind::Ends;
}

} // namespace

RowObjects::RowObjects()
{
    m_references.grow(); // 0 is none
    m_own->users.push_back(0);
}

void RowObjects::append(LifeStep step, const ObjectPtr &object)
{
    if (m_end % ChunkRows == 0)
        addChunk();
    const RowId row = m_end++;
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
    Newest &newest = m_newest.edit(step.of);
    foldNewest(newest);
    newest.object = object;
    newest.row = row;
    newest.isFolded = false;
    m_bytes += ownBytes(*object);
    if (step.kind == LifeStep::Kind::Ends)
        foldNewest(newest);
}

void RowObjects::addChunk()
{
    m_chunks.emplace_back();
    m_chunks.back().places = std::make_shared<std::uint32_t[]>(ChunkRows);
}

ObjectPtr RowObjects::object(LifeStep step, RowId row) const
{
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
    const ObjectPtr &reference = m_references[static_cast<std::size_t>(takeVarint(at))];
    return unfold({at, folds.data() + folds.size()}, *reference);
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
    std::string &bytes = m_own->fold;
    bytes.clear();
    const bool isFolded = newest.reference && fold(*object, *m_references[newest.reference], bytes);
    if (!isFolded || bytes.size() > WorthwhileBytes) {
        release(newest.reference);
        newest.reference = addReference(object);
        bytes.clear();
        fold(*object, *object, bytes);
    }
    ++m_own->users[newest.reference];
    Chunk &chunk = m_chunks[chunkOf(newest.row)];
    const std::size_t before = chunk.bytes.roomBytes();
    chunk.places[static_cast<std::ptrdiff_t>(newest.row % ChunkRows)] =
        static_cast<std::uint32_t>(chunk.bytes.size() + 1);
    char reference[VarintBytes];
    chunk.bytes.append(std::span<const char>(reference, putVarint(reference, newest.reference)));
    chunk.bytes.append(bytes);
    m_bytes += chunk.bytes.roomBytes() - before;
}

/// With its first user.
RowObjects::ReferenceId RowObjects::addReference(const ObjectPtr &object)
{
    m_bytes += ownBytes(*object);
    ReferenceId reference = static_cast<ReferenceId>(m_references.size());
    if (m_own->free.empty()) {
        m_references.grow();
        m_own->users.push_back(0);
    } else {
        reference = m_own->free.back();
        m_own->free.pop_back();
    }
    m_references.edit(reference) = object;
    m_own->users[reference] = 1;
    return reference;
}

void RowObjects::release(ReferenceId reference)
{
    if (reference == 0 || --m_own->users[reference] > 0)
        return;
    m_bytes -= ownBytes(*std::exchange(m_references.edit(reference), nullptr));
    m_own->free.push_back(reference);
}

std::uint32_t RowObjects::Chunk::place(std::size_t row) const
{
    if (!file)
        return places[static_cast<std::ptrdiff_t>(row)];
    std::uint32_t place = 0;
    std::memcpy(&place, filed.data() + row * sizeof place, sizeof place);
    return place;
}

void RowObjects::appendChunk(const LifeIndex &lives, RowId first, std::string &to)
{
    Chunk &chunk = m_chunks[chunkOf(first)];
    for (RowId row = first; row < first + ChunkRows; ++row) {
        const LifeStep step = lives.step(row);
        if (!isOfOneLife(step) || m_newest[step.of].row != row || !m_newest[step.of].object)
            continue;
        Newest &newest = m_newest.edit(step.of);
        place(newest, newest.object);
    }
    to.append(reinterpret_cast<const char *>(chunk.places.get()), ChunkRows * sizeof(std::uint32_t));
    to.append(chunk.bytes.begin(), chunk.bytes.size());
}

void RowObjects::moveChunk(RowId first, std::shared_ptr<const RevisionChunk> file, std::size_t at)
{
    Chunk &chunk = m_chunks[chunkOf(first)];
    m_bytes -= chunk.bytes.roomBytes();
    chunk.filed = file->bytes().substr(at);
    chunk.file = std::move(file);
    m_fileBytes += chunk.filed.size();
    chunk.places.reset();
    chunk.bytes = {};
}

void RowObjects::dropBefore(RowId begin)
{
    for (; m_firstChunk < begin / ChunkRows; ++m_firstChunk) {
        const Chunk &chunk = m_chunks.front();
        const std::string_view folds = chunk.folds();
        for (std::size_t row = 0; row < ChunkRows; ++row) {
            const std::uint32_t place = chunk.place(row);
            if (place == 0)
                continue;
            const char *at = folds.data() + place - 1;
            release(static_cast<ReferenceId>(takeVarint(at)));
        }
        m_bytes -= chunk.file ? 0 : chunk.bytes.roomBytes();
        m_fileBytes -= chunk.filed.size();
        m_chunks.erase(m_chunks.begin());
    }
    for (LifeId life = 0; life < m_newest.size(); ++life) {
        if (m_newest[life].object && m_newest[life].row < begin)
            m_bytes -= ownBytes(*std::exchange(m_newest.edit(life).object, nullptr));
    }
}

void RowObjects::forget(const std::vector<LifeId> &lives)
{
    for (const LifeId life : lives) {
        if (life < m_newest.size())
            release(std::exchange(m_newest.edit(life), {}).reference);
    }
}

} // namespace wk
