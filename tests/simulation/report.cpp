// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/report.h"

#include "tests/simulation/validators/finding.h"

#include <algorithm>
#include <numeric>

namespace wk::sim {

std::int64_t Report::percentile(const Counts &counts, double share)
{
    std::uint64_t all = 0;
    for (const auto &[value, count] : counts)
        all += count;
    auto left = std::uint64_t(double(all) * share);
    for (const auto &[value, count] : counts) {
        if (left < count)
            return value;
        left -= count;
    }
    return counts.empty() ? 0 : counts.rbegin()->first;
}

void Report::add(const Plan &plan, const RunResult &result)
{
    if (m_runs++ == 0)
        m_firstSeed = plan.seed;
    m_lastSeed = plan.seed;
    m_failed += !result.violations.empty();
    m_planned += plan.faults.size();
    m_events += result.logEvents;
    for (const FaultRecord &fault : result.history.faults)
        m_faults[fault.id] += fault.hasFired;
    for (const Violation &violation : result.violations)
        ++m_violations[violation.validator];
    for (const std::int64_t time : result.convergence)
        ++m_convergence[time];
    for (const std::int64_t time : result.waited)
        ++m_waited[time];
    for (const KindHistory &kind : result.history.kinds)
        add(kind);
}

void Report::add(const KindHistory &kind)
{
    std::uint64_t seen = 0;
    for (const Delivery &delivery : kind.delivered) {
        m_gaps += delivery.type == EntryType::Gap;
        seen += isSeen(delivery);
        if (isSeen(delivery) || isInferred(delivery))
            ++m_delivered[delivery.origin];
    }
    m_selected += kind.log.size();
    m_unseen += kind.log.size() - std::min<std::uint64_t>(seen, kind.log.size());
    m_requests += kind.requests.size();
    m_audits += std::uint64_t(kind.audits);
    for (const Request &request : kind.requests) {
        m_lists += request.verb == Verb::List || request.verb == Verb::Stream;
        m_nonGet += !request.isGet;
    }
}

std::uint64_t Report::struck() const
{
    return std::accumulate(m_faults.begin(), m_faults.end(), std::uint64_t(0),
                           [](std::uint64_t sum, const auto &fault) { return sum + std::uint64_t(fault.second); });
}

Violations Report::acrossRuns() const
{
    History all;
    all.resident = m_resident;
    return checkNothingLeft(all);
}

int Report::rarest() const
{
    int least = m_faults.empty() ? 0 : m_faults.begin()->second;
    for (const FaultClass &fault : faultClasses()) {
        const auto found = m_faults.find(fault.id);
        least = std::min(least, found == m_faults.end() ? 0 : found->second);
    }
    return least;
}

QJsonObject Report::json(double seconds) const
{
    Counts counts;
    for (const auto &[id, count] : m_faults)
        ++counts[count];
    const std::size_t fifth = m_resident.size() / 5;
    const auto of = [this](const char *validator) {
        const auto found = m_violations.find(validator);
        return found == m_violations.end() ? 0 : found->second;
    };
    const auto told = [this](EntryClass origin) {
        const auto found = m_delivered.find(origin);
        return found == m_delivered.end() ? qint64(0) : qint64(found->second);
    };
    QJsonObject violations;
    for (const auto &[validator, count] : m_violations)
        violations[QString::fromStdString(validator)] = count;
    return {
        {QStringLiteral("runs"), m_runs},
        {QStringLiteral("failed"), m_failed},
        {QStringLiteral("first_seed"), QString(QStringLiteral("0x") + QString::number(m_firstSeed, 16))},
        {QStringLiteral("last_seed"), QString(QStringLiteral("0x") + QString::number(m_lastSeed, 16))},
        {QStringLiteral("faults"), qint64(struck())},
        {QStringLiteral("faults_planned"), qint64(m_planned)},
        {QStringLiteral("fault_classes"), qint64(faultClasses().size())},
        {QStringLiteral("faults_of_a_class_min"), rarest()},
        {QStringLiteral("faults_of_a_class_median"), qint64(percentile(counts, 0.5))},
        {QStringLiteral("events"), qint64(m_events)},
        {QStringLiteral("events_selected"), qint64(m_selected)},
        {QStringLiteral("events_in_gaps"), qint64(m_unseen)},
        {QStringLiteral("live"), told(EntryClass::Live)},
        {QStringLiteral("resumed"), told(EntryClass::Resumed)},
        {QStringLiteral("inferred"), told(EntryClass::Inferred)},
        {QStringLiteral("gaps"), qint64(m_gaps)},
        {QStringLiteral("lost"), of("V4") + of("V8")},
        {QStringLiteral("duplicated"), of("V3")},
        {QStringLiteral("misordered"), of("V2")},
        {QStringLiteral("mismatches"), of("V1")},
        {QStringLiteral("violations"), violations},
        {QStringLiteral("convergence_ms_p50"), qint64(percentile(m_convergence, 0.5))},
        {QStringLiteral("convergence_ms_p99"), qint64(percentile(m_convergence, 0.99))},
        {QStringLiteral("convergence_ms_max"), qint64(percentile(m_convergence, 1))},
        {QStringLiteral("convergence_waited_ms_p50"), qint64(percentile(m_waited, 0.5))},
        {QStringLiteral("convergence_waited_ms_p99"), qint64(percentile(m_waited, 0.99))},
        {QStringLiteral("convergence_waited_ms_max"), qint64(percentile(m_waited, 1))},
        {QStringLiteral("audits"), qint64(m_audits)},
        {QStringLiteral("lists"), qint64(m_lists)},
        {QStringLiteral("requests"), qint64(m_requests)},
        {QStringLiteral("non_get"), qint64(m_nonGet)},
        {QStringLiteral("mutants"), m_mutants},
        {QStringLiteral("mutants_caught"), m_mutantsCaught},
        {QStringLiteral("self_tests"), m_selfTests},
        {QStringLiteral("self_tests_passed"), m_selfTestsPassed},
        {QStringLiteral("memory_mib_at_a_fifth"), qint64(fifth > 0 ? m_resident[fifth - 1] : 0)},
        {QStringLiteral("memory_mib_at_the_end"), qint64(m_resident.empty() ? 0 : m_resident.back())},
        {QStringLiteral("seconds"), seconds},
    };
}

std::string Report::faultTable() const
{
    std::string text;
    for (const FaultClass &fault : faultClasses()) {
        const auto found = m_faults.find(fault.id);
        text += std::string(fault.id) + " " + std::to_string(found == m_faults.end() ? 0 : found->second) + "  " +
                fault.words + "\n";
    }
    return text;
}

} // namespace wk::sim
