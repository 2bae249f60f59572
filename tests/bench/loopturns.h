// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <vector>

namespace wk::bench {

/// How long the turns of this thread's event loop take: in one turn it delivers what was posted, what the window
/// system says and the timers that are due, and only in the next does it hear the user again. Between them it sleeps as
/// in the program: to look every so often costs a tenth of what the window itself does.
class LoopTurns
{
public:
    /// Of one turn, in ms.
    struct Turn {
        double wall = 0;
        double cpu = 0; ///< of this thread
    };

    /// Runs the loop until `isOver` says so after a turn; false when it did not within `longest`.
    bool run(std::chrono::milliseconds longest, const std::function<bool()> &isOver);
    void run(std::chrono::milliseconds time);

    /// Without the time that the loop slept.
    const std::vector<Turn> &turns() const { return m_turns; }

private:
    std::vector<Turn> m_turns;
};

/// The longest, and what 99 of 100 do not exceed, in ms; of no turns 0.
double longest(const std::vector<double> &times);
double percentile99(std::vector<double> times);

} // namespace wk::bench
