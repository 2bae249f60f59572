// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QtConcurrentRun>

#include <concepts>
#include <functional>
#include <stop_token>
#include <utility>

namespace wk {

/// Work that costs more than a frame, of which only the newest matters: what the selected row shows, which rows answer
/// a filter. Gui thread; the work runs in Qt's pool, one at a time, and what was asked for in between is dropped
/// unseen. A member of what it serves: its destructor returns when the work under way has ended, and `done` is not
/// called after it. Work that takes a std::stop_token is told when nobody waits for it any more.
template <class T>
class LatestTask
{
public:
    explicit LatestTask(std::function<void(T)> done)
        : m_done(std::move(done))
    {
        QObject::connect(&m_watcher, &QFutureWatcher<T>::finished, &m_watcher, [this] { finished(); });
    }
    ~LatestTask()
    {
        m_stop.request_stop();
        if (m_watcher.isRunning()) // one whose result was taken never finishes
            m_watcher.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(LatestTask)

    template <std::invocable Work>
    void run(Work work)
    {
        run([work = std::move(work)](const std::stop_token &) mutable { return work(); });
    }
    template <std::invocable<std::stop_token> Work>
    void run(Work work)
    {
        m_stop.request_stop();
        m_next = std::move(work);
        m_isWanted = true;
        if (!m_watcher.isRunning())
            startNext();
    }
    /// Forgets what was asked for: `done` will not be called for it.
    void forget()
    {
        m_stop.request_stop();
        m_next = nullptr;
        m_isWanted = false;
    }
    /// Something was asked for, and `done` has not been called for it.
    bool isWanted() const { return m_isWanted; }

private:
    void startNext()
    {
        m_stop = {};
        m_watcher.setFuture(QtConcurrent::run(std::exchange(m_next, nullptr), m_stop.get_token()));
    }
    void finished()
    {
        if (m_next)
            startNext();
        else if (std::exchange(m_isWanted, false))
            m_done(m_watcher.future().takeResult());
    }

    std::function<void(T)> m_done;
    std::function<T(const std::stop_token &)> m_next;
    std::stop_source m_stop; ///< of what is under way
    bool m_isWanted = false;
    QFutureWatcher<T> m_watcher;
};

} // namespace wk
