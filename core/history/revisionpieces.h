// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisiondirectory.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace wk {

/// Revisions of one chunk of a RevisionStore as a journal has put them into a file (JournalBodies): of each its offset
/// from the one before and its record, which may be a keyframe where the store has a delta.
struct FiledRevisions {
    std::uint32_t chunk = 0;
    std::string_view records{};
    std::shared_ptr<const char[]> file{}; ///< keeps them alive
};

/// A chunk that is no longer in memory as it was written: its revisions lie in files, mapped, some here and some there,
/// and are found by the offsets that they had. Immutable once shared; then any thread.
class RevisionPieces final : public RevisionChunk
{
public:
    /// While it is made; then sort(). False, and nothing added, where the bytes are not what they should be: they may
    /// be a stranger's.
    bool add(std::string_view records, const std::shared_ptr<const char[]> &file);
    void sort();
    /// Makes one of what was filed of a chunk and, on the heap, what of it was not; nothing where that is more than an
    /// eighth: the rest may come later.
    static std::shared_ptr<const RevisionPieces> of(const std::vector<FiledRevisions> &filed, std::string_view chunk);

    std::string_view bytes() const override { return {}; }
    std::size_t heapBytes() const override { return m_pieces.capacity() * sizeof(Piece) + m_ownBytes; }
    std::string_view from(std::size_t offset, std::size_t used) const override;
    std::optional<std::vector<RevisionRef>> basesBefore(std::uint32_t chunk) const override;

private:
    struct Piece {
        std::string_view records;
        std::size_t first = 0; ///< offset
        std::size_t last = 0;
        std::size_t reach = 0; ///< the last one in it and those before
    };

    template <class Visit>
    static bool forEach(std::string_view records, Visit visit);
    static std::string_view find(const Piece &piece, std::size_t wanted);

    std::vector<Piece> m_pieces;
    std::vector<std::shared_ptr<const char[]>> m_files;
    std::size_t m_ownBytes = 0;
};

} // namespace wk
