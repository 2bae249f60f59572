// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/backoff.h"
#include "core/session/serverfacts.h"

#include <chrono>

namespace wk {

/// How long to wait before a server is asked anew what it serves. A value; it never reads a clock.
class DiscoveryPace
{
public:
    /// It has told. Groups that failed are soon asked for again; those that go on failing, as some do for days, now and
    /// then. So is a server that was away: while it starts it may serve a part of its kinds only, and say nothing of
    /// the others.
    std::chrono::milliseconds behind(const ServerFacts &facts, Instant now);
    /// It has not. What is known from before stays, and is asked for again without haste.
    std::chrono::milliseconds behind(const Error &error, bool isKnown, Instant now);

    /// Whether trying again soon will not better it.
    static bool isLasting(ErrorKind kind);

private:
    Backoff m_whole;
    std::size_t m_soon = 0; ///< how often it is still asked soon
    Backoff m_groups;       ///< of those that failed while others were known
};

} // namespace wk
