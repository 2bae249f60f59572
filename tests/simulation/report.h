// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/run.h"

#include <QJsonObject>

#include <map>
#include <string>

namespace wk::sim {

/// Adds up runs to the one line that a whole test ends in. One thread.
class Report
{
public:
    void add(const Plan &plan, const RunResult &result);
    /// How much memory the process holds now, after a run.
    void addMemory(std::int64_t kibibytes) { m_resident.push_back(std::size_t(kibibytes) >> 10); }
    void setMutants(int caught, int all) { m_mutantsCaught = caught, m_mutants = all; }
    void setSelfTests(int passed, int all) { m_selfTestsPassed = passed, m_selfTests = all; }

    bool isClean() const { return m_failed == 0 && acrossRuns().empty(); }
    /// What is wrong with all runs together: memory that grows (V14).
    Violations acrossRuns() const;
    /// How often the rarest class of faults struck.
    int rarest() const;
    QJsonObject json(double seconds) const;
    std::uint64_t runs() const { return std::uint64_t(m_runs); }
    std::uint64_t struck() const;
    std::uint64_t requests() const { return m_requests; }
    /// "N7 812", one a line.
    std::string faultTable() const;

private:
    /// How often each value was seen.
    using Counts = std::map<std::int64_t, std::uint64_t>;

    static std::int64_t percentile(const Counts &counts, double share);
    void add(const KindHistory &kind);

    int m_runs = 0;
    int m_failed = 0;
    std::uint64_t m_firstSeed = 0;
    std::uint64_t m_lastSeed = 0;
    std::map<std::string, int> m_faults; ///< that struck, by class
    std::uint64_t m_planned = 0;
    std::uint64_t m_events = 0;
    std::uint64_t m_selected = 0;
    std::uint64_t m_unseen = 0;
    std::map<EntryClass, std::uint64_t> m_delivered;
    std::uint64_t m_gaps = 0;
    std::uint64_t m_lists = 0;
    std::uint64_t m_audits = 0;
    std::uint64_t m_requests = 0;
    std::uint64_t m_nonGet = 0;
    std::map<std::string, int> m_violations; ///< by validator
    Counts m_convergence;
    Counts m_waited;
    std::vector<std::size_t> m_resident; ///< MiB, after each run
    int m_mutantsCaught = 0;
    int m_mutants = 0;
    int m_selfTestsPassed = 0;
    int m_selfTests = 0;
};

} // namespace wk::sim
