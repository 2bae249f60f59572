// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <QObject>

#include <mutex>

namespace wk {

/// The history as the views of a window follow it: the newest snapshot, and which rows are new in it. Nothing else
/// brings an event to a view. Gui thread.
///
/// A pause freezes what is shown and nothing else: now() goes on, end() does not, and what falls off falls off.
class HistoryFeed : public QObject
{
    Q_OBJECT

public:
    explicit HistoryFeed(QObject *parent = nullptr);

    const HistorySnapshot &now() const { return *m_now; }
    /// For whoever asks another thread about it.
    const HistoryPtr &newest() const { return m_now; }
    /// Rows that are shown are now().begin() to end() - 1.
    RowId end() const { return m_end; }
    /// How many have come since the pause began, and will be shown at its end.
    std::size_t waiting() const { return static_cast<std::size_t>(m_now->end() - m_end); }

    void take(HistoryPtr newer);
    /// take() in the feed's own thread, soon; of those that are offered meanwhile the newest. Any thread.
    void offer(HistoryPtr newer);
    void setPaused(bool isPaused);

Q_SIGNALS:
    /// There is another snapshot. Rows from `first` to end() - 1 have come, which may be none.
    void moved(wk::RowId first);

private:
    void show();

    void takeOffered();

    HistoryPtr m_now;
    RowId m_end = 0;
    bool m_isPaused = false;
    std::mutex m_mutex;
    HistoryPtr m_offered; ///< under the lock; null once it is taken
};

} // namespace wk
