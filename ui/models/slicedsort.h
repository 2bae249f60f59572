// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace wk {

/// Sorts many values a few at a time, the sooner the nearer they are to their order: what is out of order is taken out,
/// as by sortNearlySorted(), sorted by itself and put back. To sort it: short runs of it first, then two of these to
/// one of twice the length, until there is one left. `isLess` is a total order. A value; any thread.
template <class Value, class Less>
class SlicedSort
{
public:
    /// How many are looked at, sorted into a run, or merged, between two looks at the clock.
    static constexpr std::size_t AtOnce = 512;

    SlicedSort(std::vector<Value> values, Less isLess)
        : m_values(std::move(values))
        , m_isLess(std::move(isLess))
        , m_phase(m_values.size() < 2 ? Phase::Sorted : Phase::Split)
    {
        m_inOrder.reserve(m_values.size());
        m_others.reserve(m_values.size());
    }

    /// Goes on while it may, a little in any case. True while there is more.
    template <class Pace>
    bool step(const Pace &mayGoOn)
    {
        while (!isSorted()) {
            goOn();
            if (!mayGoOn())
                return !isSorted();
        }
        return false;
    }
    bool isSorted() const { return m_phase == Phase::Sorted; }
    /// In order when there is no more.
    const std::vector<Value> &values() const { return m_values; }
    /// Of values that are sorted. True while there are more.
    bool dropLast(std::size_t most)
    {
        m_values.erase(m_values.end() - std::ptrdiff_t(std::min(most, m_values.size())), m_values.end());
        return !m_values.empty();
    }

private:
    enum class Phase : std::uint8_t { Split, Runs, Merge, Join, Sorted };
    struct Part {
        std::size_t next = 0;
        std::size_t end = 0;
    };

    void goOn()
    {
        switch (m_phase) {
        case Phase::Split: return splitSome();
        case Phase::Runs: return sortSome();
        case Phase::Merge: return mergeSome();
        case Phase::Join: return joinSome();
        case Phase::Sorted: return;
        }
    }

    /// Where one is out of order it is not known which, so both are.
    void splitSome()
    {
        for (const std::size_t end = std::min(m_done + AtOnce, m_values.size()); m_done < end; ++m_done) {
            Value &next = m_values[m_done];
            if (m_inOrder.empty() || !m_isLess(next, m_inOrder.back())) {
                m_inOrder.push_back(std::move(next));
                continue;
            }
            m_others.push_back(std::move(m_inOrder.back()));
            m_others.push_back(std::move(next));
            m_inOrder.pop_back();
        }
        if (m_done < m_values.size())
            return;
        m_merged.resize(m_others.size());
        m_phase = Phase::Runs;
        m_done = 0;
    }

    void sortSome()
    {
        const std::size_t end = std::min(m_done + AtOnce, m_others.size());
        std::sort(m_others.begin() + std::ptrdiff_t(m_done), m_others.begin() + std::ptrdiff_t(end), m_isLess);
        m_done = end;
        if (m_done == m_others.size())
            beginRuns(AtOnce);
    }

    void beginRuns(std::size_t length)
    {
        m_run = length;
        m_done = 0;
        m_phase = m_run < m_others.size() ? Phase::Merge : Phase::Join;
        if (m_phase == Phase::Merge)
            return beginMerge();
        m_left = {0, m_inOrder.size()};
        m_right = {0, m_others.size()};
    }

    void beginMerge()
    {
        const std::size_t middle = std::min(m_done + m_run, m_others.size());
        m_left = {m_done, middle};
        m_right = {middle, std::min(middle + m_run, m_others.size())};
    }

    void mergeSome()
    {
        const std::size_t end = std::min(m_right.end, m_done + AtOnce);
        while (m_done < end)
            m_merged[m_done++] = takeNext(m_others, m_others);
        if (m_done < m_right.end)
            return;
        if (m_done < m_others.size())
            return beginMerge();
        m_others.swap(m_merged);
        beginRuns(m_run * 2);
    }

    void joinSome()
    {
        const std::size_t end = std::min(m_values.size(), m_done + AtOnce);
        while (m_done < end)
            m_values[m_done++] = takeNext(m_inOrder, m_others);
        if (m_done == m_values.size())
            m_phase = Phase::Sorted;
    }

    Value takeNext(std::vector<Value> &left, std::vector<Value> &right)
    {
        const bool isRight = m_left.next == m_left.end ||
                             (m_right.next < m_right.end && m_isLess(right[m_right.next], left[m_left.next]));
        return std::move(isRight ? right[m_right.next++] : left[m_left.next++]);
    }

    std::vector<Value> m_values;
    std::vector<Value> m_inOrder;
    std::vector<Value> m_others;
    std::vector<Value> m_merged; ///< of m_others, as far as m_done
    Less m_isLess;
    Phase m_phase;
    std::size_t m_run = 0;  ///< how long the runs are that are merged
    std::size_t m_done = 0; ///< how many are through the phase, or have been merged to runs of twice the length
    Part m_left;
    Part m_right;
};

} // namespace wk
