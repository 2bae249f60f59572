// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/report.h"

#include <QDeadlineTimer>
#include <QString>

#include <cstdint>
#include <optional>

namespace wk::sim {

/// What each commit has to pass.
constexpr int SimRuns = 280;
constexpr int NetRuns = 60;

/// How large the runs of a way are; the same for a seed that is played again.
PlanSize sizeOf(Way way);

/// Plays plans one way and adds them to reports; what fails is shrunk, kept in `folder`, and printed with the command
/// that has it again.
class Player
{
public:
    /// `all` adds up both ways.
    Player(Way way, QString folder, Report &all)
        : m_way(way)
        , m_folder(std::move(folder))
        , m_all(all)
    {}

    void play(const Plan &plan);
    /// Plans drawn from `first` on, as many of them as begin before `deadline`.
    void play(std::uint64_t first, int runs, QDeadlineTimer deadline = QDeadlineTimer::Forever);

    const Report &report() const { return m_report; }

private:
    void explain(const Plan &plan, const RunResult &result) const;

    Way m_way;
    QString m_folder;
    Report &m_all;
    Report m_report;
};

/// Says on stderr why there is none.
std::optional<Plan> planFrom(const QString &path);

} // namespace wk::sim
