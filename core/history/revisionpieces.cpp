// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionpieces.h"

#include "core/base/varint.h"

#include <algorithm>
#include <array>
#include <string>

namespace wk {

/// Until `visit`, given an offset and a record, returns false; false for bytes that hold something else.
template <class Visit>
bool RevisionPieces::forEach(std::string_view records, Visit visit)
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

bool RevisionPieces::add(std::string_view records, const std::shared_ptr<const char[]> &file)
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

void RevisionPieces::sort()
{
    std::ranges::stable_sort(m_pieces, {}, &Piece::first);
    std::size_t reach = 0;
    for (Piece &piece : m_pieces)
        piece.reach = reach = std::max(reach, piece.last);
}

std::shared_ptr<const RevisionPieces> RevisionPieces::of(const std::vector<FiledRevisions> &filed,
                                                         std::string_view chunk)
{
    constexpr std::size_t SmallPart = 8;
    auto pieces = std::make_shared<RevisionPieces>();
    std::vector<std::size_t> offsets;
    for (const FiledRevisions &some : filed) {
        pieces->add(some.records, some.file);
        forEach(some.records, [&offsets](std::size_t offset, std::string_view) {
            offsets.push_back(offset);
            return true;
        });
    }
    std::ranges::sort(offsets);
    std::string rest;
    std::size_t last = 0;
    forEachRecord(chunk, [&](const RevisionRecord &, std::string_view bytes) {
        const auto at = static_cast<std::size_t>(bytes.data() - chunk.data());
        if (std::ranges::binary_search(offsets, at) || rest.size() > chunk.size() / SmallPart)
            return;
        std::array<char, 2 * VarintBytes> numbers;
        const char *behind = putVarint(putVarint(numbers.data(), at - std::exchange(last, at)), bytes.size());
        rest.append(numbers.data(), static_cast<std::size_t>(behind - numbers.data())).append(bytes);
    });
    if (rest.size() > chunk.size() / SmallPart)
        return {};
    if (!rest.empty()) {
        const std::shared_ptr<char[]> own = std::make_shared<char[]>(rest.size());
        std::ranges::copy(rest, own.get());
        pieces->add({own.get(), rest.size()}, own);
        pieces->m_ownBytes = rest.size();
    }
    pieces->sort();
    pieces->m_pieces.shrink_to_fit();
    return pieces;
}

std::string_view RevisionPieces::find(const Piece &piece, std::size_t wanted)
{
    std::string_view found;
    forEach(piece.records, [&](std::size_t offset, std::string_view bytes) {
        if (offset == wanted)
            found = bytes;
        return offset < wanted;
    });
    return found;
}

std::string_view RevisionPieces::from(std::size_t offset, std::size_t) const
{
    auto piece = std::ranges::upper_bound(m_pieces, offset, {}, &Piece::first);
    while (piece != m_pieces.begin() && (--piece)->reach >= offset) {
        if (const std::string_view found = find(*piece, offset); !found.empty())
            return found;
    }
    return {};
}

std::optional<std::vector<RevisionRef>> RevisionPieces::basesBefore(std::uint32_t chunk) const
{
    std::vector<RevisionRef> bases;
    for (const Piece &piece : m_pieces) {
        forEach(piece.records, [&](std::size_t, std::string_view bytes) {
            if (const auto record = readRecord(bytes); record && !record->isKeyframe() && record->base.chunk < chunk)
                bases.push_back(record->base);
            return true;
        });
    }
    return bases;
}

} // namespace wk
