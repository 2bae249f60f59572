// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/helperthread.h"

#include <utility>

namespace wk {

std::shared_ptr<HelperThread> HelperThread::ofThisThread()
{
    thread_local std::weak_ptr<HelperThread> known;
    std::shared_ptr<HelperThread> helper = known.lock();
    if (!helper && std::thread::hardware_concurrency() > 1) {
        helper = std::make_shared<HelperThread>();
        known = helper;
    }
    return helper;
}

HelperThread::HelperThread()
    : m_thread([this] { run(); })
{}

HelperThread::~HelperThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_called.notify_one();
    m_thread.join();
}

void HelperThread::help(Task task)
{
    {
        const std::lock_guard lock(m_mutex);
        m_task.swap(task); // what is dropped is not under the lock
    }
    m_called.notify_one();
}

void HelperThread::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_called.wait(lock, [this] { return m_isEnding || m_task; });
        if (m_isEnding)
            return;
        Task task = std::exchange(m_task, {});
        lock.unlock();
        task();
        task = {};
        lock.lock();
    }
}

} // namespace wk
