// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lives.h"
#include "core/history/rows/bodystores.h"

#include <deque>
#include <optional>
#include <vector>

namespace wk {

/// Which revisions of which store a history's rows need, by chunk of rows, so that whoever keeps bodies can let go of
/// the others. One thread.
class NeededBodies
{
public:
    /// Another chunk of rows is the last one.
    void addChunk() { m_chunks.emplace_back(); }
    void dropOldest() { m_chunks.pop_front(); }
    /// A row of the last chunk needs it.
    void add(std::size_t store, RevisionRef revision);

    /// What is needed no more of a store, when it is much (8 MiB) since the last time it was taken.
    std::optional<RevisionCut> takeCut(const BodyStores &stores, std::size_t store, const Lives &lives);
    /// Whether a row needs any of a store, or what stood before the rows does.
    bool needsAny(const BodyStores &stores, std::size_t store, const Lives &lives) const;

private:
    std::uint32_t oldest(std::size_t store) const;

    /// Of each chunk of rows, by store, the oldest chunk of revisions; shorter where the rest has none.
    std::deque<std::vector<std::uint32_t>> m_chunks;
    std::vector<std::uint32_t> m_cutBefore; ///< by store
};

} // namespace wk
