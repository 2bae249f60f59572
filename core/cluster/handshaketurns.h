// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>

#include <deque>
#include <functional>

namespace wk {

/// Lets TLS handshakes begin one after another: the next when one is done, or Patience later. Between two of them the
/// thread hears its other sockets, as each takes it a millisecond or two; and who comes behind one that is done resumes
/// its session, which takes neither side a signature. One thread.
class HandshakeTurns : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Patience{10};

    /// The clock outlives it.
    explicit HandshakeTurns(Clock &clock);

    /// `begin` is called from the event loop, once. Not before leave() for whoever waits already.
    void join(const QObject *who, std::function<void()> begin);
    /// Its handshake is done, or it wants none any more. Harmless if there is none.
    void leave(const QObject *who);

private:
    struct Waiting {
        const QObject *who;
        std::function<void()> begin;
    };

    void callNextIn(std::chrono::milliseconds time);
    void callNext();

    Clock &m_clock;
    std::deque<Waiting> m_waiting;
    const QObject *m_current = nullptr; ///< that began last, while it is not done
    Clock::Alarm m_next;                ///< set while somebody waits
};

} // namespace wk
