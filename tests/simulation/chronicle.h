// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "tests/simulation/history.h"

#include <vector>

namespace wk::sim {

/// Writes down what happens in a run, in one order for all of it: requests, marks, deliveries. One thread.
class Chronicle
{
public:
    Chronicle(const Clock &clock, int kinds)
        : m_clock(clock)
        , m_start(clock.now())
        , m_kinds(std::size_t(kinds))
    {}

    std::uint64_t nextOrder() { return ++m_order; }
    std::int64_t now() const { return (m_clock.now() - m_start).count(); }

    /// A request has arrived: gives it its place and its stream's number.
    std::size_t asked(int kind, Request request);
    void failed(int kind, std::size_t request, std::chrono::milliseconds retryAfter);
    void mark(int kind, Mark::Kind what);
    void markAll(Mark::Kind what);
    /// How many watches have been asked for.
    std::uint32_t stream(int kind) const { return m_kinds[std::size_t(kind)].stream; }

    /// Requests that came for no kind of ours, or were no GET.
    int strays = 0;

    KindHistory &history(int kind) { return m_kinds[std::size_t(kind)].history; }

private:
    struct Kind {
        KindHistory history;
        std::uint32_t stream = 0;
    };

    const Clock &m_clock;
    const Instant m_start;
    std::uint64_t m_order = 0;
    std::vector<Kind> m_kinds;
};

} // namespace wk::sim
