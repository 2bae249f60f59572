// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/etcd/etcdaccess.h"
#include "core/cluster/transport.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace wk {

/// A thread in which an etcd cluster is asked, for other threads that wait for the answers. What may be asked is
/// StorageGuard's list. Built and destroyed in one thread; who waits then is told Cancelled.
class EtcdLink
{
public:
    /// `prefix` ends with a slash.
    EtcdLink(const EtcdAccess &access, const std::string &prefix);
    ~EtcdLink();
    EtcdLink(const EtcdLink &) = delete;
    EtcdLink &operator=(const EtcdLink &) = delete;

    /// Waits until etcd has answered, or nobody has in the request's time. Any thread but the link's own.
    Result<QByteArray> ask(HttpRequest request);
    /// Does that in the link's thread, and waits until it is done; nothing once the link has ended.
    using Work = std::function<void(Transport &transport, Clock &clock)>;
    void run(Work work);
    /// From now on nobody waits for etcd: who does, and who asks later, is told Cancelled. Any thread.
    void giveUp();
    /// Lets so much time pass; false when that is given up meanwhile. Any thread but the link's own.
    bool pause(std::chrono::milliseconds time);

private:
    struct Awaited;
    class Inside;
    class Thread;

    const std::unique_ptr<Thread> m_thread;
};

} // namespace wk
