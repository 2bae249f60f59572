// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/compression.h"
#include "core/history/revisionrecord.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace wk {

/// Bytes that records lie in: on the heap, or in a file mapped into memory. What has been written never changes.
struct RevisionChunk {
    virtual ~RevisionChunk() = default;
    virtual std::string_view bytes() const = 0;
    /// The bytes from there on to those that follow no more, of a chunk of which so many are used.
    virtual std::string_view from(std::size_t offset, std::size_t used) const
    {
        const std::string_view written = bytes().substr(0, used);
        return written.substr(std::min(offset, written.size()));
    }
    virtual std::size_t heapBytes() const { return bytes().size(); }
    /// What its deltas stand on before that chunk; nothing when each record must be looked at to know.
    virtual std::optional<std::vector<RevisionRef>> basesBefore(std::uint32_t) const { return {}; }
};

/// Where the records of a RevisionStore are. Immutable once shared; copied when a chunk comes or goes, which copies no
/// record. Any thread.
class RevisionDirectory
{
public:
    struct Chunk {
        std::shared_ptr<const RevisionChunk> bytes;
        std::size_t used = 0; ///< of the last chunk what it had when it was added: its writer knows better
    };
    /// Revisions that were written anew when their chunk went, in the order of their names.
    using Moves = std::vector<std::pair<RevisionRef, RevisionRef>>;

    std::uint32_t firstChunk() const { return m_first; }
    std::uint32_t endChunk() const { return m_first + static_cast<std::uint32_t>(m_chunks.size()); }
    /// Counts from 1; null for one that is not there.
    const DictionaryPtr &dictionary(std::uint32_t number) const;
    std::size_t dictionaryCount() const { return m_dictionaries.size(); }
    const Moves &moves() const { return *m_moves; }
    /// On the heap.
    std::size_t memoryBytes() const;
    /// On the heap, of the full chunks from this one on.
    std::size_t fullBytes(std::uint32_t fromChunk) const;
    /// What records take.
    std::size_t recordBytes(std::size_t lastUsed) const;

    /// One of those from firstChunk() on.
    const RevisionChunk &chunk(std::uint32_t number) const { return *m_chunks[number - m_first].bytes; }
    /// Where a revision lies; null when it was forgotten or never was.
    RevisionRef locate(RevisionRef name) const;
    /// The bytes from there to the end of its chunk, of which the last has `lastUsed`; empty when there are none.
    std::string_view bytesFrom(RevisionRef place, std::size_t lastUsed) const;

    // While it is made.
    void add(std::shared_ptr<const RevisionChunk> chunk);
    /// By one with the same bytes.
    void replace(std::uint32_t chunk, std::shared_ptr<const RevisionChunk> by);
    void setLastUsed(std::size_t used) { m_chunks.back().used = used; }
    void add(DictionaryPtr dictionary) { m_dictionaries.push_back(std::move(dictionary)); }
    void forget(std::uint32_t beforeChunk, Moves moves);

private:
    std::uint32_t m_first = 1;
    std::vector<Chunk> m_chunks;
    std::vector<DictionaryPtr> m_dictionaries;
    std::shared_ptr<const Moves> m_moves = std::make_shared<const Moves>();
};

} // namespace wk
