// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revision.h"
#include "core/history/scratchbytes.h"

#include <QHash>

#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// The texts of the revisions that were written last, as they are: what the next ones are told apart from. Bounded in
/// bytes, the one that was used least lately goes first. In blocks, so that lines of any length share the room and none
/// of it is torn to pieces: 3 % of it is lost. One thread.
class RecentLines
{
public:
    struct Found {
        std::string_view line;
        std::string_view object; ///< within it
        std::uint32_t depth = 0;
    };

    explicit RecentLines(std::size_t maxBytes);

    /// Valid until the next call.
    std::optional<Found> find(RevisionRef ref);
    /// Takes the place of its predecessor, which nobody will ask for again; null when it has none. One that would take
    /// an eighth of the room is not kept.
    void put(RevisionRef predecessor, RevisionRef ref, const RevisionLine &line, std::uint32_t depth);

    std::size_t memoryBytes() const;

private:
    static constexpr std::size_t BlockBytes = 512;
    static constexpr std::size_t SlabBlocks = 2048; ///< 1 MiB, so that few objects take little
    static constexpr std::uint32_t None = UINT32_MAX;

    static quint64 keyOf(RevisionRef ref) { return quint64(ref.chunk) << 32 | ref.offset; }

    struct Line {
        RevisionRef ref;
        std::uint32_t firstBlock = None;
        std::uint32_t size = 0;
        std::uint32_t objectOffset = 0;
        std::uint32_t objectLength = 0;
        std::uint32_t depth = 0;
        std::uint32_t newer = None;
        std::uint32_t older = None;
    };

    char *block(std::uint32_t number) { return m_slabs[number / SlabBlocks].get() + number % SlabBlocks * BlockBytes; }
    std::size_t available() const { return m_freeBlocks + m_maxBlocks - m_next.size(); }
    std::uint32_t takeBlock();
    void giveBlocks(std::uint32_t first);
    std::uint32_t store(std::string_view text);
    std::uint32_t takeLine(RevisionRef predecessor);
    void link(std::uint32_t number);
    void unlink(std::uint32_t number);
    void remove(std::uint32_t number);

    std::size_t m_maxBlocks;
    std::vector<std::unique_ptr<char[]>> m_slabs;
    std::vector<std::uint32_t> m_next; ///< of each block the next of its line, or the next free one
    std::uint32_t m_freeBlock = None;
    std::size_t m_freeBlocks = 0;
    std::vector<Line> m_lines;
    std::vector<std::uint32_t> m_freeLines;
    QHash<quint64, std::uint32_t> m_index; ///< in one block: a look-up waits for memory once
    std::uint32_t m_newest = None;
    std::uint32_t m_oldest = None;
    ScratchBytes m_found;
};

} // namespace wk
