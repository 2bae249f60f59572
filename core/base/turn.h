// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace wk {

/// What one turn of its thread's event loop has had so far. A batch, a slice of a search and a paint know nothing of
/// each other; each leaves a frame of 16 ms its rest, but all in one turn take longer than a frame. So whoever does a
/// part of long work asks here first. Any thread with an event loop; a member of whoever asks.
class Turn
{
public:
    /// What all the parts of one turn take together at most, with what else has come before them in it.
    static constexpr std::chrono::milliseconds Limit{10};
    /// … but this much each goes on in any case.
    static constexpr std::chrono::milliseconds Least{1};

    Turn();
    Q_DISABLE_COPY_MOVE(Turn)

    /// The thread's CPU time since the loop came round: neither its sleep nor what other programs take counts.
    std::chrono::nanoseconds used() const;
    /// Whether the next part should wait for another turn, as half the limit is used: by a paint, most likely. Never
    /// said twice in a row, so that work gets on whatever else there is.
    bool waits() { return m_hasWaited = !m_hasWaited && used() > Limit / 2; }
    /// How long a part may take now that would like so much.
    std::chrono::nanoseconds share(std::chrono::nanoseconds wish) const;

private:
    QObject m_loop; ///< hears the loop
    std::chrono::nanoseconds m_began;
    bool m_hasWaited = false;
};

} // namespace wk
