// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/workqueue.h"

#include <algorithm>
#include <vector>

namespace wk::demo {

namespace {

constexpr std::size_t MostATurn = 64; ///< keys; at up to a millisecond each

} // namespace

void WorkQueue::add(const std::string &key, std::chrono::milliseconds delay)
{
    const Instant due = m_clock.now() + delay;
    const auto [place, isNew] = m_due.try_emplace(key, due);
    if (!isNew && place->second <= due)
        return;
    if (!isNew)
        m_order.erase({place->second, key});
    place->second = due;
    m_order.emplace(due, key);
    setAlarm();
}

void WorkQueue::clear()
{
    m_due.clear();
    m_order.clear();
    m_set = {};
    m_alarm.cancel();
}

void WorkQueue::setAlarm()
{
    if (m_order.empty() || (m_set != Instant() && m_set <= m_order.begin()->first))
        return;
    m_set = m_order.begin()->first;
    const auto delay = std::max(std::chrono::milliseconds(0), m_set - m_clock.now());
    m_alarm = m_clock.after(delay, [this] { ring(); });
}

void WorkQueue::ring()
{
    m_set = {};
    std::vector<std::string> due;
    const Instant now = m_clock.now();
    for (auto first = m_order.begin(); first != m_order.end() && first->first <= now && due.size() < MostATurn;
         first = m_order.erase(first)) {
        due.push_back(first->second);
        m_due.erase(first->second);
    }
    for (const std::string &key : due)
        m_handler(key);
    setAlarm();
}

} // namespace wk::demo
