// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/journal/journalbodies.h"
#include "core/history/rows/historysnapshot.h"

#include <functional>
#include <vector>

namespace wk {

/// Tells a segment what stood before its first row, a bit at a time: of each object the last word, and its body as a
/// keyframe. One thread.
///
///     Standing  row, watch, type, class, when it came, how often it had changed, the object
///     Stood     that is all
class JournalStanding
{
public:
    JournalStanding(HistoryPtr history, RowId first);

    /// That of a store.
    using Bodies = std::function<JournalBodies &(std::size_t store)>;
    /// So many more, at most.
    Result<> write(std::size_t most, const Bodies &bodies, SegmentWriter &to);
    bool isDone() const { return m_told == m_lives.size(); }

private:
    Result<> write(const LastWord &word, RowId row, const Bodies &bodies, SegmentWriter &to) const;

    HistoryPtr m_history;
    std::vector<LifeIndex::Standing> m_lives;
    std::size_t m_told = 0;
};

} // namespace wk
