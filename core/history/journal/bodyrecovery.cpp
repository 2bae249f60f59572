// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/bodyrecovery.h"

#include "core/base/varint.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// zdict.h: more than 100 KB makes little sense. One of ours has 64 KiB.
constexpr std::size_t MostRecoveredDictionary = limits::MiB;
constexpr std::uint32_t MostDictionaries = 4096;
/// Chunks are a MiB each; those so far behind the last one are not found any more.
constexpr std::uint32_t MostChunks = 1U << 20;

} // namespace

/// What there is of a chunk: pieces, each of several records by their offsets.
class BodyRecovery::Chunk final : public RevisionChunk
{
public:
    std::string_view bytes() const override { return {}; }
    std::size_t heapBytes() const override { return m_pieces.capacity() * sizeof(Piece); }
    std::string_view from(std::size_t offset, std::size_t) const override
    {
        auto piece = std::ranges::upper_bound(m_pieces, offset, {}, &Piece::first);
        while (piece != m_pieces.begin() && (--piece)->reach >= offset) {
            if (const std::string_view found = find(*piece, offset); !found.empty())
                return found;
        }
        return {};
    }
    std::optional<std::vector<RevisionRef>> basesBefore(std::uint32_t chunk) const override
    {
        std::vector<RevisionRef> bases;
        for (const Piece &piece : m_pieces) {
            forEach(piece.records, [&](std::size_t, std::string_view bytes) {
                if (const auto record = readRecord(bytes);
                    record && !record->isKeyframe() && record->base.chunk < chunk)
                    bases.push_back(record->base);
                return true;
            });
        }
        return bases;
    }

    bool add(std::string_view records, const SegmentReader::File &file)
    {
        Piece piece{records, SIZE_MAX, 0, 0};
        const bool isWhole = forEach(records, [&piece](std::size_t offset, std::string_view) {
            piece.first = std::min(piece.first, offset);
            piece.last = offset;
            return true;
        });
        if (!isWhole || piece.first > piece.last)
            return false;
        if (m_files.empty() || m_files.back() != file)
            m_files.push_back(file);
        m_pieces.push_back(piece);
        return true;
    }
    void sort()
    {
        std::ranges::stable_sort(m_pieces, {}, &Piece::first);
        std::size_t reach = 0;
        for (Piece &piece : m_pieces)
            piece.reach = reach = std::max(reach, piece.last);
    }

private:
    struct Piece {
        std::string_view records;
        std::size_t first = 0; ///< offset
        std::size_t last = 0;
        std::size_t reach = 0; ///< the last one in it and those before
    };

    template <class Visit>
    static bool forEach(std::string_view records, Visit visit)
    {
        ByteReader reader(records);
        for (std::uint64_t offset = 0; !reader.atEnd();) {
            const auto step = reader.varint();
            const auto size = reader.varint();
            const auto bytes = size ? reader.take(*size) : std::nullopt;
            offset += step.value_or(0);
            if (!step || !bytes || offset > UINT32_MAX)
                return false;
            if (!visit(static_cast<std::size_t>(offset), *bytes))
                return true;
        }
        return true;
    }
    static std::string_view find(const Piece &piece, std::size_t wanted)
    {
        std::string_view found;
        forEach(piece.records, [&](std::size_t offset, std::string_view bytes) {
            if (offset == wanted)
                found = bytes;
            return offset < wanted;
        });
        return found;
    }

    std::vector<Piece> m_pieces;
    std::vector<SegmentReader::File> m_files;
};

bool BodyRecovery::takeDictionary(std::uint32_t number, std::string_view bytes)
{
    if (number == 0 || number > MostDictionaries || bytes.size() > MostRecoveredDictionary)
        return false;
    if (!m_dictionaries.contains(number))
        m_dictionaries.emplace(number, std::make_shared<const Dictionary>(std::string(bytes)));
    return true;
}

bool BodyRecovery::takeBodies(std::string_view bytes, const SegmentReader::File &file)
{
    ByteReader reader(bytes);
    const auto chunk = reader.varint();
    const auto count = reader.varint();
    if (!chunk || !count || *chunk == 0 || *chunk >= UINT32_MAX)
        return false;
    auto &known = m_chunks[static_cast<std::uint32_t>(*chunk)];
    if (!known)
        known = std::make_shared<Chunk>();
    return known->add(*reader.take(reader.left()), file);
}

RevisionSnapshot BodyRecovery::snapshot() const
{
    static const auto None = std::make_shared<Chunk>();
    const std::uint32_t end = endChunk();
    const std::uint32_t least = end > MostChunks ? end - MostChunks : 1;
    const auto begin = m_chunks.lower_bound(least);
    auto directory = std::make_shared<RevisionDirectory>();
    std::uint32_t next = begin == m_chunks.end() ? 1 : begin->first;
    directory->forget(next, {});
    const std::uint32_t dictionaries = m_dictionaries.empty() ? 0 : m_dictionaries.rbegin()->first;
    for (std::uint32_t number = 1; number <= dictionaries; ++number) {
        const auto found = m_dictionaries.find(number);
        directory->add(found == m_dictionaries.end() ? nullptr : found->second);
    }
    for (auto chunk = begin; chunk != m_chunks.end(); ++chunk, ++next) {
        for (; next < chunk->first; ++next)
            directory->add(None);
        chunk->second->sort();
        directory->add(chunk->second);
    }
    return RevisionSnapshot(std::move(directory), 0);
}

} // namespace wk
