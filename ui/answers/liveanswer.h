// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "ui/answers/latesttask.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace wk {

/// What an answer about a history's rows has become: a model tells it as one remove at the top and one insert at the
/// bottom, or as a reset.
struct AnswerStep {
    bool isReset = false;
    std::size_t removed = 0;
    std::size_t added = 0;
};

/// An answer that follows a history: what comes is looked at as it comes, a new question is answered in Qt's pool while
/// the last good answer stays on show, and then takes its place whole. Gui thread.
///
/// An Answer is a value as FilteredRows is one: query(), next(), rest(), take(), reach(), append() and dropBefore().
template <class Answer>
class LiveAnswer
{
public:
    /// So few rows are looked at where they come: within half a millisecond, when each object has to be fetched.
    static constexpr RowId RowsAtOnce = 256;
    /// … and so many in one go of the pool, so that it is known how far it has come.
    static constexpr RowId RowsAPart = 65'536;
    /// So many revisions are compared where rows come, and so many in one go of the pool: half a millisecond and 0.1 s.
    static constexpr std::size_t ComparedAtOnce = 8;
    static constexpr std::size_t ComparedAPart = 2'000;

    /// `changed` is told each step, when shown() has taken it. The feed outlives it.
    LiveAnswer(const HistoryFeed &history, Answer first, std::function<void(const AnswerStep &)> changed)
        : m_history(history)
        , m_shown(std::move(first))
        , m_changed(std::move(changed))
        , m_part([this](Answer part) { put(std::move(part)); })
    {
        m_shown.dropBefore(history.now().begin());
        m_shown.take(history.now(), history.end());
    }

    const Answer &shown() const { return m_shown; }
    /// What is being answered, else what is shown.
    const Answer &asked() const { return m_next ? *m_next : m_shown; }
    /// A question that nothing has been answered of; of few rows the answer is there at once.
    void ask(Answer blank)
    {
        m_part.forget();
        m_next.reset();
        if (blank.query() != m_shown.query())
            m_next.emplace(std::move(blank));
        goOn();
    }
    /// There is another snapshot, or the end of what is shown has moved.
    void follow()
    {
        AnswerStep step;
        step.removed = m_shown.dropBefore(m_history.now().begin());
        const bool isInPool = !m_next && m_part.isWanted();
        if (!isInPool && isShort(m_shown))
            step.added = takeRest(m_shown);
        m_changed(step);
        goOn();
    }
    /// A question is not answered, or rows have not been looked at.
    bool isBehind() const { return m_next || m_shown.next() < m_history.end(); }
    /// How much of the rows has been looked at for the question that is being answered, 0 to 1.
    double progress() const
    {
        const RowId begin = m_history.now().begin();
        const RowId next = std::clamp(m_next ? m_next->next() : m_history.end(), begin, m_history.end());
        return next == m_history.end() ? 1 : double(next - begin) / double(m_history.end() - begin);
    }

private:
    /// What is left to look at takes no time to speak of.
    bool isShort(const Answer &answer) const
    {
        const RowId end = m_history.end();
        return end <= answer.next() + RowsAtOnce && answer.reach(m_history.now(), end, ComparedAtOnce) >= end;
    }
    std::size_t takeRest(Answer &answer) { return answer.take(m_history.now(), m_history.end()); }

    /// The next part of what is asked; else of what is shown, where much has come at once.
    void goOn()
    {
        Answer &answer = m_next ? *m_next : m_shown;
        answer.dropBefore(m_history.now().begin());
        if (m_part.isWanted())
            return;
        if (!isShort(answer))
            return startPart(answer.rest());
        if (!m_next && isBehind()) // by what came while a part was in the pool
            return m_changed({false, 0, takeRest(m_shown)});
        if (!m_next)
            return;
        takeRest(*m_next);
        m_shown = std::move(*std::exchange(m_next, std::nullopt));
        m_changed({true, 0, 0});
    }

    void startPart(Answer rest)
    {
        const RowId end = std::min(m_history.end(), rest.next() + RowsAPart);
        m_part.run([history = m_history.newest(), rest = std::move(rest), end](const std::stop_token &stop) mutable {
            rest.take(*history, rest.reach(*history, end, ComparedAPart), stop);
            return std::move(rest);
        });
    }

    void put(Answer part)
    {
        const RowId begin = m_history.now().begin();
        part.dropBefore(begin);
        AnswerStep step;
        if (m_next) {
            m_next->append(std::move(part));
        } else {
            step.removed = m_shown.dropBefore(begin);
            step.added = m_shown.append(std::move(part));
        }
        m_changed(step); // also that it has come further
        goOn();
    }

    const HistoryFeed &m_history;
    Answer m_shown;
    std::optional<Answer> m_next; ///< as far as it has been answered
    std::function<void(const AnswerStep &)> m_changed;
    LatestTask<Answer> m_part;
};

} // namespace wk
