// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "ui/answers/latesttask.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace wk {

/// What is folded of a history's rows as they come: few are taken in where they come, many, as when a recording of a
/// million is opened, in Qt's pool on a copy, while the value stays on show as it was. Gui thread.
///
/// A Fold is a value with next(), the first row that is to come, and follow(const HistoryPtr &, RowId end), which takes
/// in those before `end`.
template <class Fold>
class LiveFold
{
public:
    /// So few rows are taken in where they come: within three milliseconds. More than come in a frame, however busy a
    /// cluster is, as what has been folded by then is copied for the pool.
    static constexpr RowId RowsAtOnce = 32'768;

    /// `changed` is told when value() has taken something in.
    LiveFold(Fold first, std::function<void()> changed)
        : m_fold(std::move(first))
        , m_changed(std::move(changed))
        , m_part([this](Fold fold) { put(std::move(fold)); })
    {}

    const Fold &value() const { return m_fold; }
    /// Rows that have come are on their way into it.
    bool isBehind() const { return m_part.isWanted(); }
    /// The history has come so far.
    void follow(const HistoryPtr &history, RowId end)
    {
        m_history = history;
        m_end = end;
        if (!m_part.isWanted())
            goOn();
    }
    /// Something else than rows changes it.
    void change(std::function<void(Fold &)> how)
    {
        how(m_fold);
        if (m_part.isWanted())
            m_changes.push_back(std::move(how));
    }
    /// Another takes its place, as soon as it has taken in what there is.
    void restart(Fold blank)
    {
        m_part.forget();
        m_changes.clear();
        if (!isShort(blank))
            return start(std::move(blank));
        m_fold = std::move(blank);
        goOn();
    }

private:
    bool isShort(const Fold &fold) const
    {
        return m_end <= std::max(fold.next(), m_history->begin()) + RowsAtOnce;
    }

    void goOn()
    {
        if (!isShort(m_fold))
            return start(m_fold);
        m_fold.follow(m_history, m_end);
        m_changed();
    }

    void start(Fold fold)
    {
        m_part.run([fold = std::move(fold), history = m_history, end = m_end]() mutable {
            fold.follow(history, end);
            return std::move(fold);
        });
    }

    void put(Fold fold)
    {
        m_fold = std::move(fold);
        for (const auto &how : std::exchange(m_changes, {}))
            how(m_fold);
        goOn();
    }

    Fold m_fold;
    HistoryPtr m_history = HistorySnapshot::empty();
    RowId m_end = 0;
    std::vector<std::function<void(Fold &)>> m_changes; ///< since the one in the pool was begun
    std::function<void()> m_changed;
    LatestTask<Fold> m_part;
};

} // namespace wk
