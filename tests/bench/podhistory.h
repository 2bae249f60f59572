// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionstore.h"
#include "tests/support/podgen/podfleet.h"

#include <vector>

namespace wk::bench {

/// What a fleet of 20,000 pods did, kept in a RevisionStore: a LIST of all, then events, each the whole watch line. A
/// pod that is created anew begins a chain of its own.
class PodHistory
{
public:
    static constexpr std::uint32_t Pods = 20'000;

    PodHistory();

    /// Keeps so many more events.
    void run(std::size_t events);

    const RevisionStore &store() const { return m_store; }
    /// Of every revision, those of the LIST first.
    const std::vector<RevisionRef> &refs() const { return m_refs; }
    /// What each append() of an event took, in µs of thread CPU.
    const std::vector<double> &appendTimes() const { return m_times; }
    /// Ends the program when the tips do not read as the fleet tells them.
    void requireTips();

private:
    test::PodFleet m_fleet;
    RevisionStore m_store;
    std::vector<RevisionRef> m_tips;
    std::vector<RevisionRef> m_refs;
    std::vector<double> m_times;
};

} // namespace wk::bench
