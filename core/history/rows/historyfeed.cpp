// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historyfeed.h"

#include <algorithm>
#include <utility>

namespace wk {

HistoryFeed::HistoryFeed(QObject *parent)
    : QObject(parent)
    , m_now(HistorySnapshot::empty())
{}

void HistoryFeed::take(HistoryPtr newer)
{
    if (newer == m_now)
        return;
    m_now = std::move(newer);
    show();
}

void HistoryFeed::offer(HistoryPtr newer)
{
    const std::lock_guard lock(m_mutex);
    const bool isFirst = !std::exchange(m_offered, std::move(newer));
    if (isFirst)
        QMetaObject::invokeMethod(this, &HistoryFeed::takeOffered, Qt::QueuedConnection);
}

void HistoryFeed::takeOffered()
{
    HistoryPtr newer;
    {
        const std::lock_guard lock(m_mutex);
        newer = std::exchange(m_offered, nullptr);
    }
    take(std::move(newer));
}

void HistoryFeed::setPaused(bool isPaused)
{
    m_isPaused = isPaused;
    if (!isPaused && waiting() > 0)
        show();
}

void HistoryFeed::show()
{
    // In a pause, what was shown may all have fallen off.
    const RowId first = std::max(m_end, m_now->begin());
    m_end = m_isPaused ? first : m_now->end();
    Q_EMIT moved(first);
}

} // namespace wk
