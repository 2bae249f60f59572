// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QtConcurrentRun>

#include <functional>
#include <utility>

namespace wk {

/// Work that costs more than a frame, of which only the newest matters: what the selected row shows. Gui
/// thread; the work runs in Qt's pool, one at a time, and what was asked for in between is dropped unseen. A
/// member of what it serves: its destructor returns when the work under way has ended, and `done` is not
/// called after it.
template <class T>
class LatestTask
{
public:
    explicit LatestTask(std::function<void(T)> done)
        : m_done(std::move(done))
    {
        QObject::connect(&m_watcher, &QFutureWatcher<T>::finished, &m_watcher, [this] { finished(); });
    }
    ~LatestTask() { m_watcher.waitForFinished(); }
    Q_DISABLE_COPY_MOVE(LatestTask)

    void run(std::function<T()> work)
    {
        m_next = std::move(work);
        m_wanted = true;
        if (!m_watcher.isRunning())
            startNext();
    }
    /// Forgets what was asked for: `done` will not be called for it.
    void forget()
    {
        m_next = nullptr;
        m_wanted = false;
    }

private:
    void startNext() { m_watcher.setFuture(QtConcurrent::run(std::exchange(m_next, nullptr))); }
    void finished()
    {
        if (m_next)
            startNext();
        else if (std::exchange(m_wanted, false))
            m_done(m_watcher.result());
    }

    std::function<void(T)> m_done;
    std::function<T()> m_next;
    bool m_wanted = false;
    QFutureWatcher<T> m_watcher;
};

} // namespace wk
