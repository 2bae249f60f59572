// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/recentlines.h"
#include "core/history/scratchbytes.h"

#include <mutex>

namespace wk {

/// Texts of keyframes that were needed lately: the objects of a list stand on few. Any thread.
class KeyframesAtHand
{
public:
    explicit KeyframesAtHand(std::size_t maxBytes)
        : m_lines(maxBytes)
    {}

    /// A copy, in `room`.
    std::optional<std::string_view> find(RevisionRef ref, ScratchBytes &room)
    {
        const std::lock_guard lock(m_mutex);
        const RecentText *found = m_lines.find(ref);
        if (!found)
            return {};
        const std::span<char> copy = room.room(found->line().size());
        found->line().copy(copy.data(), copy.size());
        return viewOf(copy);
    }
    void put(RevisionRef ref, std::string_view line)
    {
        RecentText text;
        text.assign(RevisionLine::ofObject(line), 0);
        const std::lock_guard lock(m_mutex);
        m_lines.put(ref, std::move(text));
    }
    std::size_t memoryBytes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines.memoryBytes();
    }

private:
    mutable std::mutex m_mutex;
    RecentLines m_lines;
};

} // namespace wk
