// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/player.h"

#include "tests/simulation/artefacts.h"
#include "tests/simulation/shrink.h"
#include "tests/simulation/wire/census.h"

#include <QDir>
#include <QFile>

#include <cstdio>

namespace wk::sim {

namespace {

constexpr PlanSize SimSize{.leastFaults = 100, .mostFaults = 200, .mostObjects = 200, .mostOps = 24};
constexpr PlanSize NetSize{.leastFaults = 40, .mostFaults = 60, .mostObjects = 100, .mostOps = 4};

bool sharesValidator(const Violations &a, const Violations &b)
{
    for (const Violation &violation : a) {
        for (const Violation &other : b) {
            if (violation.validator == other.validator)
                return true;
        }
    }
    return false;
}

} // namespace

PlanSize sizeOf(Way way)
{
    return way == Way::Net ? NetSize : SimSize;
}

void Player::play(const Plan &plan)
{
    const RunResult result = run(plan, {.mutant = nullptr, .records = plan.seed % 16 == 0, .way = m_way});
    m_report.add(plan, result);
    m_all.add(plan, result);
    if (!result.violations.empty())
        explain(plan, result);
}

void Player::play(std::uint64_t first, int runs, QDeadlineTimer deadline)
{
    for (int i = 0; i < runs && !deadline.hasExpired(); ++i) {
        play(drawPlan(first + std::uint64_t(i), sizeOf(m_way)));
        if (m_way == Way::Sim)
            m_all.addMemory(residentKiB());
    }
}

void Player::explain(const Plan &plan, const RunResult &result) const
{
    const auto again = [this](const Plan &other) { return run(other, {.way = m_way}); };
    const char *const way = m_way == Way::Net ? " --net" : "";
    std::printf("FAILED%s seed 0x%llx\n%s", way, static_cast<unsigned long long>(plan.seed),
                words(result.violations).c_str());
    std::fflush(stdout);
    const Plan small =
        shrunk(plan, [&](const Plan &less) { return sharesValidator(again(less).violations, result.violations); });
    const RunResult last = again(small);
    const QString place =
        QDir(m_folder).absoluteFilePath(QStringLiteral("converge-0x") + QString::number(plan.seed, 16));
    if (const auto saved = save(place, small, last); !saved.ok())
        std::printf("%s\n", saved.error().text.c_str());
    std::printf("shrunk from %zu to %zu faults:\n%s", plan.faults.size(), small.faults.size(),
                words(last.violations).c_str());
    std::printf("again: converge%s --plan %s/plan.json (the whole of it: converge%s --seed 0x%llx)\n", way,
                qPrintable(place), way, static_cast<unsigned long long>(plan.seed));
}

std::optional<Plan> planFrom(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "cannot read %s\n", qPrintable(path));
        return {};
    }
    const auto plan = planFromJson(file.readAll());
    if (!plan.ok()) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(path), plan.error().text.c_str());
        return {};
    }
    return *plan;
}

} // namespace wk::sim
