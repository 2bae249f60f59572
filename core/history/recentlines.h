// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revision.h"

#include <QHash>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// The texts of the revisions that were written last, as they are: what the next ones are told apart from. Bounded in
/// bytes, the one that was used least lately goes first. Each has a piece of memory of its own: it is read where it
/// lies, and what goes leaves its place, still in the processor's cache, to what comes. One thread.
class RecentLines
{
public:
    struct Found {
        std::string_view line;
        std::string_view object; ///< within it
        std::uint32_t depth = 0;
    };

    explicit RecentLines(std::size_t maxBytes);

    /// Valid until the next call; if that is the put() of its successor, until the one behind that.
    std::optional<Found> find(RevisionRef ref);
    /// Takes the place of its predecessor, which nobody will ask for again; null when it has none. One that would take
    /// an eighth of the room is not kept.
    void put(RevisionRef predecessor, RevisionRef ref, const RevisionLine &line, std::uint32_t depth);

    std::size_t memoryBytes() const;

private:
    static constexpr std::uint32_t None = UINT32_MAX;

    static quint64 keyOf(RevisionRef ref) { return quint64(ref.chunk) << 32 | ref.offset; }

    struct Line {
        RevisionRef ref;
        std::unique_ptr<char[]> text;
        std::uint32_t size = 0;
        std::uint32_t objectOffset = 0;
        std::uint32_t objectLength = 0;
        std::uint32_t depth = 0;
        std::uint32_t newer = None;
        std::uint32_t older = None;
    };

    /// Of the room: also of what is shorter than the notes about it.
    static std::size_t takenBy(std::size_t size) { return std::max<std::size_t>(size, 64); }

    std::uint32_t takeLine(RevisionRef predecessor);
    void link(std::uint32_t number);
    void unlink(std::uint32_t number);
    void remove(std::uint32_t number);

    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::vector<Line> m_lines;
    std::vector<std::uint32_t> m_freeLines;
    QHash<quint64, std::uint32_t> m_index; ///< in one block: a look-up waits for memory once
    std::uint32_t m_newest = None;
    std::uint32_t m_oldest = None;
    std::unique_ptr<char[]> m_replaced; ///< what the last put() took the place of
};

} // namespace wk
