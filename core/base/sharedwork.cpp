// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sharedwork.h"

#include "core/base/helperthread.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace wk {

struct SharedWork::Row {
    enum State : int { Open, Taken, Done };

    Row(std::size_t count, Job todo)
        : states(count)
        , job(std::move(todo))
    {}

    /// False when somebody else does it, or has done it.
    bool tryToDo(std::size_t number, By by)
    {
        State expected = Open;
        if (!states[number].compare_exchange_strong(expected, Taken, std::memory_order_acquire))
            return false;
        job(number, by);
        states[number].store(Done, std::memory_order_release);
        states[number].notify_one();
        return true;
    }

    /// While somebody is at it. Most jobs take less long than to go to sleep and to be woken: some 20 µs of looks
    /// first.
    void waitFor(std::size_t number) const
    {
        const std::atomic<State> &state = states[number];
        for (int look = 0; look < 20'000; ++look) {
            if (state.load(std::memory_order_acquire) != Taken)
                return;
        }
        state.wait(Taken, std::memory_order_acquire);
    }

    std::vector<std::atomic<State>> states;
    const Job job;
};

SharedWork::SharedWork(std::size_t count, Job job, HelperThread *helper)
    : m_row(std::make_shared<Row>(count, std::move(job)))
{
    if (!helper)
        return;
    helper->help([row = m_row] {
        for (std::size_t number = 0; number < row->states.size(); ++number)
            row->tryToDo(number, By::Helper);
    });
}

SharedWork::~SharedWork()
{
    for (std::atomic<Row::State> &state : m_row->states) {
        Row::State expected = Row::Open;
        state.compare_exchange_strong(expected, Row::Done, std::memory_order_relaxed);
    }
    for (std::size_t number = 0; number < m_row->states.size(); ++number)
        m_row->waitFor(number);
}

void SharedWork::finish(std::size_t number)
{
    Row &row = *m_row;
    if (row.tryToDo(number, By::Owner))
        return;
    m_next = std::max(m_next, number + 1);
    while (row.states[number].load(std::memory_order_acquire) != Row::Done) {
        if (m_next == row.states.size())
            row.waitFor(number);
        else
            row.tryToDo(m_next++, By::Owner);
    }
}

} // namespace wk
