// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionjournal.h"

#include "core/base/varint.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace wk {

namespace {

/// A chunk goes in pieces of a frame each.
constexpr std::size_t PieceBytes = 128 * limits::KiB;

/// zdict.h: more than 100 KB makes little sense. One of ours has 64 KiB.
constexpr std::size_t MostDictionaryBytes = limits::MiB;

std::string numbers(std::initializer_list<std::uint64_t> values)
{
    std::string bytes;
    for (const std::uint64_t value : values) {
        std::array<char, VarintBytes> room;
        bytes.append(room.data(), static_cast<std::size_t>(putVarint(room.data(), value) - room.data()));
    }
    return bytes;
}

Result<> put(SegmentWriter &segment, RevisionRecordType type, const std::string &bytes)
{
    return segment.add({static_cast<std::uint32_t>(type), bytes});
}

std::optional<std::uint32_t> numberFrom(ByteReader &reader)
{
    const auto value = reader.varint();
    return value && *value <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

Error brokenJournal(const char *what)
{
    return {ErrorKind::BrokenFrame, what, "recording"};
}

struct RecoveredChunk final : RevisionChunk {
    explicit RecoveredChunk(std::string bytes)
        : m_bytes(std::move(bytes))
    {}
    std::string_view bytes() const override { return m_bytes; }

private:
    std::string m_bytes;
};

} // namespace

Result<> RevisionJournal::write(const RevisionSnapshot &now, SegmentWriter &segment)
{
    const RevisionDirectory *directory = now.directory().get();
    if (!directory)
        return success();
    if (m_chunk > 0 && m_chunk < directory->firstChunk())
        return Error{ErrorKind::Internal, "was forgotten before it was written", "revisions"};
    if (auto written = writeDictionaries(*directory, segment); !written)
        return written;
    if (m_chunk == 0) {
        if (auto written = writeMoves(*directory, segment); !written)
            return written;
    }
    for (std::uint32_t chunk = std::max(m_chunk, directory->firstChunk()); chunk < directory->endChunk(); ++chunk) {
        if (auto written = writeChunk(chunk, now.written(chunk), segment); !written)
            return written;
    }
    return success();
}

Result<> RevisionJournal::writeDictionaries(const RevisionDirectory &directory, SegmentWriter &segment)
{
    while (m_dictionaries < directory.dictionaryCount()) {
        const auto number = static_cast<std::uint32_t>(++m_dictionaries);
        const std::string record = numbers({number}) + directory.dictionary(number)->bytes();
        if (auto written = put(segment, RevisionRecordType::Dictionary, record); !written)
            return written;
    }
    return success();
}

Result<> RevisionJournal::writeMoves(const RevisionDirectory &directory, SegmentWriter &segment)
{
    std::string record;
    for (const auto &[name, place] : directory.moves())
        record += numbers({name.chunk, name.offset, place.chunk, place.offset});
    return record.empty() ? success() : put(segment, RevisionRecordType::Moves, record);
}

Result<> RevisionJournal::writeChunk(std::uint32_t chunk, std::string_view bytes, SegmentWriter &segment)
{
    if (chunk != m_chunk)
        m_offset = 0;
    m_chunk = chunk;
    while (m_offset < bytes.size()) {
        const std::string_view piece = bytes.substr(m_offset, PieceBytes);
        const std::string record = numbers({chunk, m_offset}).append(piece);
        if (auto written = put(segment, RevisionRecordType::Chunk, record); !written)
            return written;
        m_offset += piece.size();
    }
    return success();
}

Result<> RevisionRecovery::take(const SegmentRecord &record)
{
    switch (static_cast<RevisionRecordType>(record.type)) {
    case RevisionRecordType::Dictionary: return takeDictionary(record.bytes);
    case RevisionRecordType::Chunk: return takeChunk(record.bytes);
    case RevisionRecordType::Moves: return takeMoves(record.bytes);
    case RevisionRecordType::Bases: return success();
    }
    return success();
}

Result<> RevisionRecovery::takeDictionary(std::string_view bytes)
{
    ByteReader reader(bytes);
    const auto number = numberFrom(reader);
    if (number != m_dictionaries.size() + 1 || reader.left() > MostDictionaryBytes)
        return brokenJournal("has a dictionary that does not follow");
    m_dictionaries.push_back(std::make_shared<const Dictionary>(std::string(*reader.take(reader.left()))));
    return success();
}

Result<> RevisionRecovery::takeChunk(std::string_view bytes)
{
    ByteReader reader(bytes);
    const auto chunk = numberFrom(reader);
    const auto offset = numberFrom(reader);
    if (!chunk || !offset || *chunk == 0)
        return brokenJournal("has a piece of no chunk");
    if (m_chunks.empty())
        m_first = *chunk;
    const std::size_t index = *chunk - m_first;
    if (*chunk >= m_first && index == m_chunks.size())
        m_chunks.emplace_back();
    if (*chunk < m_first || index + 1 != m_chunks.size() || *offset != m_chunks.back().size())
        return brokenJournal("has a piece that does not follow");
    m_chunks.back().append(*reader.take(reader.left()));
    return success();
}

Result<> RevisionRecovery::takeMoves(std::string_view bytes)
{
    ByteReader reader(bytes);
    while (!reader.atEnd()) {
        std::array<std::uint32_t, 4> values{};
        for (std::uint32_t &value : values) {
            const auto number = numberFrom(reader);
            if (!number)
                return brokenJournal("ends within the names of what was moved");
            value = *number;
        }
        m_moves.emplace_back(RevisionRef{values[0], values[1]}, RevisionRef{values[2], values[3]});
    }
    return success();
}

RevisionSnapshot RevisionRecovery::snapshot() const
{
    auto directory = std::make_shared<RevisionDirectory>();
    directory->forget(m_first, m_moves);
    for (const DictionaryPtr &dictionary : m_dictionaries)
        directory->add(dictionary);
    for (const std::string &bytes : m_chunks) {
        directory->add(std::make_shared<RecoveredChunk>(bytes));
        directory->setLastUsed(bytes.size());
    }
    return RevisionSnapshot(std::move(directory), m_chunks.empty() ? 0 : m_chunks.back().size());
}

} // namespace wk
