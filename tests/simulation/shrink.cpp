// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/shrink.h"

#include <algorithm>
#include <chrono>

namespace wk::sim {

namespace {

constexpr std::chrono::seconds MostTime{60};

class Shrinker
{
public:
    Shrinker(Plan plan, const std::function<bool(const Plan &)> &fails, int most)
        : m_plan(std::move(plan))
        , m_fails(fails)
        , m_left(most)
    {}

    Plan result()
    {
        dropFaults();
        dropKinds();
        halveObjects();
        simplifyFaults();
        dropFaults();
        return m_plan;
    }

private:
    bool accept(const Plan &candidate)
    {
        const bool isOver = m_left-- <= 0 || std::chrono::steady_clock::now() > m_deadline;
        if (candidate == m_plan || isOver || !m_fails(candidate))
            return false;
        m_plan = candidate;
        return true;
    }
    void dropFaults()
    {
        for (std::size_t size = std::max<std::size_t>(1, m_plan.faults.size() / 2); size > 0; size /= 2) {
            for (std::size_t at = 0; at < m_plan.faults.size();) {
                Plan candidate = m_plan;
                const std::size_t end = std::min(at + size, candidate.faults.size());
                candidate.faults.erase(candidate.faults.begin() + std::ptrdiff_t(at),
                                       candidate.faults.begin() + std::ptrdiff_t(end));
                if (!accept(candidate))
                    at += size;
            }
        }
    }
    /// Those that no fault strikes.
    void dropKinds()
    {
        for (int kind = int(m_plan.kinds.size()) - 1; kind >= 0 && m_plan.kinds.size() > 1; --kind) {
            Plan candidate = m_plan;
            candidate.kinds.erase(candidate.kinds.begin() + kind);
            bool isStruck = false;
            for (FaultPlan &fault : candidate.faults) {
                isStruck = isStruck || fault.kind == kind;
                fault.kind -= fault.kind > kind;
            }
            if (!isStruck)
                accept(candidate);
        }
    }
    void halveObjects()
    {
        for (std::size_t i = 0; i < m_plan.kinds.size(); ++i) {
            for (;;) {
                Plan candidate = m_plan;
                candidate.kinds[i].objects /= 2;
                if (!accept(candidate))
                    break;
            }
        }
    }
    void simplifyFaults()
    {
        for (std::size_t i = 0; i < m_plan.faults.size(); ++i) {
            for (int FaultPlan::*count : {&FaultPlan::opsBefore, &FaultPlan::opsAfter}) {
                Plan candidate = m_plan;
                candidate.faults[i].*count = 0;
                accept(candidate);
            }
            Plan candidate = m_plan;
            candidate.faults[i].pause = 0;
            accept(candidate);
            candidate = m_plan;
            candidate.faults[i].compacts = false;
            accept(candidate);
            candidate = m_plan;
            candidate.faults[i].inRecovery = false;
            accept(candidate);
        }
    }

    Plan m_plan;
    const std::function<bool(const Plan &)> &m_fails;
    int m_left;
    const std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::now() + MostTime;
};

} // namespace

Plan shrunk(Plan plan, const std::function<bool(const Plan &)> &fails, int most)
{
    return Shrinker(std::move(plan), fails, most).result();
}

} // namespace wk::sim
