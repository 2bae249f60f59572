// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace wk {

/// A thread that does short tasks for another one. Nothing of Qt, so that a thread sanitizer follows what the two hand
/// over. It waits, at no cost, until the last who holds it lets go.
class HelperThread
{
public:
    /// The one that helps the calling thread: the same for all who ask while somebody holds it. Null on a machine that
    /// cannot do two things at once.
    static std::shared_ptr<HelperThread> ofThisThread();

    HelperThread();
    /// What it is at is done by then; what it has not begun never will be.
    ~HelperThread();
    HelperThread(const HelperThread &) = delete;
    HelperThread &operator=(const HelperThread &) = delete;

    using Task = std::function<void()>;
    /// Comes back at once. A task that was not begun makes room for this one. Any thread.
    void help(Task task);

private:
    void run();

    std::mutex m_mutex;
    std::condition_variable m_called;
    Task m_task;
    bool m_isEnding = false;
    std::thread m_thread; ///< the last: it uses all others
};

} // namespace wk
