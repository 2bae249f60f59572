// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/nearlysorted.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace wk {

/// Sorts many values a few at a time: short runs of them first, then two of these to one of twice the length, until
/// there is one left. Runs that follow each other already are not looked through. `isLess` is a total order. A value;
/// any thread.
template <class Value, class Less>
class SlicedSort
{
public:
    /// How many are sorted into a run, or merged, between two looks at the clock.
    static constexpr std::size_t AtOnce = 512;

    SlicedSort(std::vector<Value> values, Less isLess)
        : m_values(std::move(values))
        , m_merged(m_values.size())
        , m_isLess(std::move(isLess))
    {}

    /// Goes on while it may, a little in any case. True while there is more.
    template <class Pace>
    bool step(const Pace &mayGoOn)
    {
        while (!isSorted()) {
            m_run == 0 ? sortSome() : mergeSome();
            if (!mayGoOn())
                return !isSorted();
        }
        return false;
    }
    bool isSorted() const { return m_values.size() < 2 || m_run >= m_values.size(); }
    /// In order when there is no more.
    const std::vector<Value> &values() const { return m_values; }

private:
    struct Part {
        std::size_t next = 0;
        std::size_t end = 0;
    };

    void sortSome()
    {
        const std::size_t end = std::min(m_done + AtOnce, m_values.size());
        std::vector<Value> run(m_values.begin() + std::ptrdiff_t(m_done), m_values.begin() + std::ptrdiff_t(end));
        sortNearlySorted(run, m_isLess);
        std::ranges::move(run, m_values.begin() + std::ptrdiff_t(m_done));
        m_done = end;
        if (m_done == m_values.size())
            beginRuns(AtOnce);
    }

    void beginRuns(std::size_t length)
    {
        m_run = length;
        m_done = 0;
        beginMerge();
    }

    void beginMerge()
    {
        const std::size_t middle = std::min(m_done + m_run, m_values.size());
        m_left = {m_done, middle};
        m_right = {middle, std::min(middle + m_run, m_values.size())};
        if (m_right.next < m_right.end && !m_isLess(m_values[middle], m_values[middle - 1]))
            m_left.end = m_right.next = m_right.end;
    }

    void mergeSome()
    {
        for (std::size_t some = 0; some < AtOnce && m_left.next + m_right.next < m_left.end + m_right.end; ++some)
            m_merged[m_done++] = std::move(m_values[takeNext().next++]);
        if (m_left.next + m_right.next < m_left.end + m_right.end)
            return;
        if (m_done < m_values.size())
            return beginMerge();
        m_values.swap(m_merged);
        beginRuns(m_run * 2);
    }

    Part &takeNext()
    {
        if (m_left.next == m_left.end)
            return m_right;
        if (m_right.next == m_right.end)
            return m_left;
        return m_isLess(m_values[m_right.next], m_values[m_left.next]) ? m_right : m_left;
    }

    std::vector<Value> m_values;
    std::vector<Value> m_merged; ///< as far as m_done
    Less m_isLess;
    std::size_t m_run = 0;  ///< how long the runs are that are merged; 0 while they are made
    std::size_t m_done = 0; ///< how many are in a run of this length, or of the next
    Part m_left;
    Part m_right;
};

} // namespace wk
