// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <QSocketNotifier>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace wk {

namespace {

/// The write end of a socket pair: all that a signal handler may use.
volatile int g_signalSocket = -1;

extern "C" void signalled(int)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(g_signalSocket, &byte, 1);
}

} // namespace

Interrupt::Interrupt(std::function<void()> ring)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, m_sockets) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(m_sockets[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this, ring = std::move(ring)] {
        char byte = 0;
        [[maybe_unused]] const ssize_t taken = ::read(m_sockets[0], &byte, 1);
        ring();
    });
    g_signalSocket = m_sockets[1];
    struct sigaction action = {};
    action.sa_handler = signalled;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    // Under nohup it stays ignored.
    struct sigaction before = {};
    if (::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        ::sigaction(SIGHUP, &action, nullptr);
}

Interrupt::~Interrupt()
{
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    struct sigaction now = {};
    if (::sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == signalled)
        ::signal(SIGHUP, SIG_DFL);
    m_notifier.reset();
    ::close(m_sockets[0]);
    ::close(m_sockets[1]);
}

} // namespace wk
