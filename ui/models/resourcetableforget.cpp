// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel lets go of what it shows no more, between the turns of the event loop: a hundred thousand
// rows take a while.
#include "ui/models/resourcetablemodel.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace wk {

namespace {

/// How many rows that are shown no more are forgotten at once: about a millisecond.
constexpr std::size_t RowsForgottenAtOnce = 1024;
/// How many rows of a moment that was made ready are let go of between two looks at the clock; for how long in one
/// turn.
constexpr std::size_t SpentAtOnce = 128;
constexpr std::chrono::milliseconds SpentSlice{1};

} // namespace

void ResourceTableModel::forgetPast()
{
    m_forgetLater = m_clock.after(std::chrono::milliseconds(0), [this] {
        if (m_rows.clearPast(RowsForgottenAtOnce))
            forgetPast();
    });
}

void ResourceTableModel::forgetDropped()
{
    if (m_rows.forgetDropped(RowsForgottenAtOnce))
        m_dropAlarm = m_clock.after(std::chrono::milliseconds(0), [this] { forgetDropped(); });
}

void ResourceTableModel::forgetSpentLater()
{
    m_spentAlarm = m_clock.after(std::chrono::milliseconds(0), [this] { forgetSpent(); });
}

void ResourceTableModel::forgetSpent()
{
    const QDeadlineTimer deadline(m_turn.share(SpentSlice));
    while (!m_spent.empty() && !deadline.hasExpired()) {
        if (!m_spent.back()->forget(SpentAtOnce))
            m_spent.pop_back();
    }
    if (!m_spent.empty())
        forgetSpentLater();
}

} // namespace wk
