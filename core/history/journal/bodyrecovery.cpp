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
        known = std::make_shared<RevisionPieces>();
    return known->add(*reader.take(reader.left()), file);
}

RevisionSnapshot BodyRecovery::snapshot() const
{
    static const auto None = std::make_shared<RevisionPieces>();
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
