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

constexpr std::size_t PlacesBytes = RowObjects::ChunkRows * sizeof(std::uint32_t);

/// They lie where they lie: not where a number may.
std::uint32_t placeIn(std::string_view places, std::size_t row)
{
    std::uint32_t place = 0;
    std::memcpy(&place, places.data() + row * sizeof place, sizeof place);
    return place;
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
    if (!step.isOfALife()) {
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
    return step.isOfALife() ? object(LifeIndex::Standing{step.of, row}) : folded(row);
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
    const std::string_view folds = chunk.folds().bytes;
    const char *at = folds.data() + (place - 1);
    const ObjectPtr &reference = m_references[static_cast<std::size_t>(takeVarint(at))];
    const ObjectPtr object = unfold({at, folds.data() + folds.size()}, *reference);
    return object ? object : reference; // of bytes that are none of ours
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
    return file ? placeIn(filed.places, row) : places[static_cast<std::ptrdiff_t>(row)];
}

RowObjects::Folds RowObjects::Chunk::folds() const
{
    if (file)
        return filed;
    const auto *from = reinterpret_cast<const char *>(places.get());
    return {{from, PlacesBytes}, {bytes.begin(), bytes.size()}};
}

void RowObjects::foldAll(const LifeIndex &lives, RowId first, RowId end)
{
    for (RowId row = first; row < end; ++row) {
        const LifeStep step = lives.step(row);
        if (!step.isOfALife() || m_newest[step.of].row != row || !m_newest[step.of].object)
            continue;
        Newest &newest = m_newest.edit(step.of);
        place(newest, newest.object);
    }
}

void RowObjects::moveChunk(RowId first, std::shared_ptr<const char[]> file, std::size_t bytes)
{
    Chunk &chunk = m_chunks[chunkOf(first)];
    m_bytes -= chunk.bytes.roomBytes();
    chunk.filed = {{file.get(), PlacesBytes}, {file.get() + PlacesBytes, bytes - PlacesBytes}};
    chunk.file = std::move(file);
    m_fileBytes += bytes;
    chunk.places.reset();
    chunk.bytes = {};
}

void RowObjects::restoreBegin(RowId begin)
{
    m_firstChunk = begin / ChunkRows;
    m_end = begin;
}

void RowObjects::restoreReference(ReferenceId id, ObjectPtr object)
{
    while (id >= m_references.size()) {
        m_references.grow();
        m_own->users.push_back(0);
    }
    if (const ObjectPtr &before = m_references[id])
        m_bytes -= ownBytes(*before);
    m_bytes += ownBytes(*object);
    m_references.edit(id) = std::move(object);
}

bool RowObjects::restoreFolds(const Folds &folds, std::shared_ptr<const char[]> file, std::uint32_t uses)
{
    const std::size_t rows = folds.places.size() / sizeof(std::uint32_t);
    const std::size_t before = file || m_end % ChunkRows == 0 ? 0 : m_chunks.back().bytes.size();
    std::vector<ReferenceId> users;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint32_t place = placeIn(folds.places, row);
        if (place == 0)
            continue;
        ByteReader reader(folds.bytes.substr(std::min<std::size_t>(folds.bytes.size(), place - 1 - before)));
        const auto reference = place > before ? reader.varint() : std::nullopt;
        if (!reference || *reference >= m_references.size() || !m_references[static_cast<std::size_t>(*reference)])
            return false;
        users.push_back(static_cast<ReferenceId>(*reference));
    }
    for (const ReferenceId reference : users)
        m_own->users[reference] += uses;
    if (m_end % ChunkRows == 0)
        addChunk();
    const std::size_t first = m_end % ChunkRows;
    m_end += rows;
    Chunk &chunk = m_chunks.back();
    if (file) {
        moveChunk(m_end - rows, std::move(file), folds.places.size() + folds.bytes.size());
        return true;
    }
    std::memcpy(chunk.places.get() + first, folds.places.data(), folds.places.size());
    m_bytes -= chunk.bytes.roomBytes();
    chunk.bytes.append(std::span<const char>(folds.bytes));
    m_bytes += chunk.bytes.roomBytes();
    return true;
}

void RowObjects::restoreNewest(LifeId life, RowId row)
{
    while (life >= m_newest.size())
        m_newest.grow();
    const Chunk &chunk = m_chunks[chunkOf(row)];
    const char *at = chunk.folds().bytes.data() + chunk.place(static_cast<std::size_t>(row % ChunkRows)) - 1;
    const auto reference = static_cast<ReferenceId>(takeVarint(at));
    ++m_own->users[reference]; // which the life goes on using
    m_newest.edit(life) = {{}, row, reference, true};
}

void RowObjects::restored()
{
    for (ReferenceId reference = 1; reference < m_references.size(); ++reference) {
        if (m_own->users[reference] > 0)
            continue;
        if (m_references[reference])
            m_bytes -= ownBytes(*std::exchange(m_references.edit(reference), nullptr));
        m_own->free.push_back(reference);
    }
}

void RowObjects::dropBefore(RowId begin)
{
    for (; m_firstChunk < begin / ChunkRows; ++m_firstChunk) {
        const Chunk &chunk = m_chunks.front();
        const Folds folds = chunk.folds();
        for (std::size_t row = 0; row < ChunkRows; ++row) {
            const std::uint32_t place = chunk.place(row);
            if (place == 0)
                continue;
            const char *at = folds.bytes.data() + place - 1;
            release(static_cast<ReferenceId>(takeVarint(at)));
        }
        m_bytes -= chunk.file ? 0 : chunk.bytes.roomBytes();
        m_fileBytes -= chunk.filed.places.size() + chunk.filed.bytes.size();
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
