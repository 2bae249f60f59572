// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

class QSocketNotifier;

namespace wk {

/// Calls `ring` in the event loop when the user or the system asks the program to end (SIGINT, SIGTERM, or SIGHUP when
/// its terminal goes), for as long as it lives. One at a time; the thread that made it.
class Interrupt
{
public:
    explicit Interrupt(std::function<void()> ring);
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

private:
    int m_sockets[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace wk
