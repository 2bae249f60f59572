// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/deed.h"
#include "tests/simulation/history.h"

#include <deque>

namespace wk::sim {

/// Keeps the faults that are armed and says at each failpoint whether one of them strikes now. One thread.
class FaultDesk
{
public:
    /// What was armed; a name for it until clear().
    using Ticket = std::size_t;

    Ticket arm(const FaultClass &fault, int kind, std::uint64_t seed);
    bool hasFired(Ticket ticket) const { return m_armed[ticket].struck > 0; }
    /// Another fault in its place: the client does no more what this one waits for.
    void substitute(Ticket ticket, const FaultClass &fault);
    const FaultClass &fault(Ticket ticket) const { return *m_armed[ticket].fault; }
    /// It has struck as often as it will.
    bool isDone(Ticket ticket) const { return m_armed[ticket].left == 0; }
    /// For faults that are not of bytes: whoever commits them says so.
    void strike(Ticket ticket);
    /// Whether nothing is armed any more.
    bool isQuiet() const;
    /// What is armed will not strike any more.
    void clear();

    std::optional<Deed> asked(int kind, Verb verb, const Moment &moment);
    std::optional<Deed> sending(int kind, Verb verb, const Moment &moment);
    /// Whether something waits for later pages of the kind's lists.
    bool wantsPages(int kind) const;

private:
    struct Armed {
        const FaultClass *fault = nullptr;
        int kind = 0;
        Random random{0};
        int left = 0;
        int struck = 0;
    };
    template <class Make>
    std::optional<Deed> first(int kind, Verb verb, Make make);

    std::deque<Armed> m_armed;
    std::size_t m_oldest = 0; ///< those before are done
};

} // namespace wk::sim
