// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revision.h"
#include "core/json/readtext.h"

#include <QHash>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// A revision's text, as it is, with memory of its own. One thread at a time.
class RecentText
{
public:
    std::string_view line() const { return {m_bytes.get(), m_size}; }
    std::string_view object() const { return line().substr(m_objectOffset, m_objectLength); }
    /// With what is known of having read it.
    json::ReadText readObject() const { return {object(), m_values}; }
    std::uint32_t depth() const { return m_depth; }
    std::size_t roomBytes() const { return m_room + m_values.capacity() * sizeof(json::ReadValue); }
    /// In the memory that it has, if the line fits there well.
    void assign(const RevisionLine &revision, std::uint32_t depth, json::ReadValues values = {});

private:
    std::unique_ptr<char[]> m_bytes;
    json::ReadValues m_values; ///< of the object
    std::uint32_t m_room = 0;
    std::uint32_t m_size = 0;
    std::uint32_t m_objectOffset = 0;
    std::uint32_t m_objectLength = 0;
    std::uint32_t m_depth = 0;
};

/// The texts of the revisions that were written last: what the next ones are told apart from. Bounded in bytes, the one
/// that was used least lately goes first. One thread.
class RecentLines
{
public:
    explicit RecentLines(std::size_t maxBytes);

    /// Valid until the next call.
    const RecentText *find(RevisionRef ref);
    /// It is here no more: what is told apart from it takes its place, in its memory.
    std::optional<RecentText> take(RevisionRef ref);
    /// One that would take an eighth of the room is not kept.
    void put(RevisionRef ref, RecentText text);

    std::size_t memoryBytes() const;

private:
    static constexpr std::uint32_t None = UINT32_MAX;

    static quint64 keyOf(RevisionRef ref) { return quint64(ref.chunk) << 32 | ref.offset; }

    struct Line {
        RevisionRef ref;
        RecentText text;
        std::uint32_t newer = None;
        std::uint32_t older = None;
    };

    /// Of the room: also of what is shorter than the notes about it.
    static std::size_t takenBy(const RecentText &text) { return std::max<std::size_t>(text.roomBytes(), 64); }

    std::uint32_t freeLine();
    void link(std::uint32_t number);
    void unlink(std::uint32_t number);
    RecentText remove(std::uint32_t number);

    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::vector<Line> m_lines;
    std::vector<std::uint32_t> m_freeLines;
    QHash<quint64, std::uint32_t> m_index; ///< in one block: a look-up waits for memory once
    std::uint32_t m_newest = None;
    std::uint32_t m_oldest = None;
};

} // namespace wk
