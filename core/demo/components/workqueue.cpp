// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/workqueue.h"

#include <algorithm>
#include <vector>

namespace wk::demo {

void WorkQueue::add(const std::string &key, std::chrono::milliseconds delay)
{
    const Instant due = m_clock.now() + delay;
    const auto [place, isNew] = m_due.try_emplace(key, due);
    place->second = isNew ? due : std::min(place->second, due);
    setAlarm();
}

void WorkQueue::clear()
{
    m_due.clear();
    m_set = {};
    m_alarm.cancel();
}

void WorkQueue::setAlarm()
{
    const auto first =
        std::min_element(m_due.begin(), m_due.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    if (first == m_due.end() || (m_set != Instant() && m_set <= first->second))
        return;
    m_set = first->second;
    const auto delay = std::max(std::chrono::milliseconds(0), m_set - m_clock.now());
    m_alarm = m_clock.after(delay, [this] { ring(); });
}

void WorkQueue::ring()
{
    m_set = {};
    std::vector<std::string> due;
    for (const auto &[key, time] : m_due) {
        if (time <= m_clock.now())
            due.push_back(key);
    }
    for (const std::string &key : due)
        m_due.erase(key);
    for (const std::string &key : due)
        m_handler(key);
    setAlarm();
}

} // namespace wk::demo
