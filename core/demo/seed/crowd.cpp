// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/crowd.h"

#include "core/demo/seed/plan.h"
#include "core/demo/seed/sets.h"

#include <algorithm>
#include <array>
#include <deque>

namespace wk::demo {

namespace {

using namespace std::chrono_literals;
using Kind = WorkloadPlan::Kind;

constexpr std::array Teams{"accounts", "ads",      "alerts",   "billing",    "booking",  "catalog",   "chat",
                           "claims",   "content",  "coupons",  "delivery",   "devices",  "events",    "feeds",
                           "fleet",    "forecast", "gifts",    "identity",   "insights", "inventory", "invoices",
                           "ledgers",  "loyalty",  "maps",     "media",      "mobile",   "offers",    "orders",
                           "partners", "pricing",  "profiles", "promotions", "ranking",  "refunds",   "returns",
                           "reviews",  "risk",     "routing",  "shipping",   "stock",    "streams",   "support",
                           "surveys",  "tariffs",  "tickets",  "tracking",   "vouchers", "warehouse"};
constexpr std::array Stages{"", "-canary", "-staging", "-eu", "-us", "-batch", "-data", "-edge"};
constexpr std::array Roles{"api",      "worker",   "gateway",    "frontend",  "backend",  "consumer",  "producer",
                           "indexer",  "importer", "exporter",   "notifier",  "resizer",  "renderer",  "mailer",
                           "matcher",  "scorer",   "planner",    "validator", "archiver", "collector", "aggregator",
                           "proxy",    "cache",    "sync",       "webhook",   "reporter", "billing",   "auditor",
                           "enricher", "rollup",   "dispatcher", "session"};
constexpr std::array Cpu{"10m", "25m", "50m", "100m", "200m"};
constexpr std::array Memory{"32Mi", "64Mi", "128Mi", "192Mi", "384Mi"};

constexpr int WorkloadsPerNamespace = 12;
constexpr int MostReplicasOfOne = 200;

/// Draws one workload after the other; what a plan's views point to lives as long as this.
class Crowd
{
public:
    explicit Crowd(SeedScene &scene)
        : m_scene(scene)
    {}

    NamespacePlan nextNamespace()
    {
        const std::size_t at = m_namespaces++;
        m_team = Teams[at % Teams.size()];
        const std::size_t round = at / Teams.size();
        std::string name = std::string(m_team) + Stages[round % Stages.size()];
        if (round >= Stages.size())
            name += "-" + std::to_string(round / Stages.size() + 1);
        m_ns = keep(std::move(name));
        m_roles = m_scene.random.below(Roles.size());
        return {m_ns, std::chrono::hours(24 * (20 + m_scene.random.below(170))), m_team};
    }

    /// At most `room` replicas.
    WorkloadPlan nextWorkload(int room)
    {
        const std::size_t number = m_workloads++;
        const std::string_view name = Roles[m_roles++ % Roles.size()];
        const std::string_view image = keep("registry.demo/" + std::string(m_ns) + "/" + std::string(name));
        const std::string_view series = keep(std::to_string(below(9)) + "." + std::to_string(below(40)) + ".");
        const std::chrono::minutes age = std::chrono::hours(24 * (2 + below(40)));
        const std::chrono::minutes deployed = std::chrono::minutes(20 + below(static_cast<int>(age.count()) - 20));
        WorkloadPlan plan{
            Kind::Deployment,
            m_ns,
            name,
            std::min(room, replicas()),
            age,
            deployed,
            {{name, image, series, below(20), 8080, Cpu[index(Cpu.size())], Memory[index(Memory.size())]}},
            WorkloadPlan::Access::Service};
        plan.team = m_team;
        if (number % 23 == 9)
            makeCronJob(plan);
        else if (number % 11 == 5)
            makeStatefulSet(plan, room);
        else if (number % 61 == 30)
            makeTooLarge(plan, room);
        else
            plan.fails = number % 37 == 3 && plan.replicas >= 4;
        return plan;
    }

private:
    std::string_view keep(std::string text) { return m_texts.emplace_back(std::move(text)); }
    int below(int bound) { return static_cast<int>(m_scene.random.below(static_cast<std::uint64_t>(bound))); }
    std::size_t index(std::size_t bound) { return m_scene.random.below(bound); }

    /// Many small ones, a few large: as in large clusters.
    int replicas()
    {
        const int most = std::clamp(m_scene.options.pods / 50, 4, MostReplicasOfOne);
        const int draw = below(100);
        const int drawn = draw < 40   ? 2 + below(8)
                          : draw < 75 ? 8 + below(40)
                          : draw < 95 ? 40 + below(100)
                                      : 120 + below(80);
        return drawn <= most ? drawn : 2 + below(most - 1);
    }

    static void makeCronJob(WorkloadPlan &plan)
    {
        plan.kind = Kind::CronJob;
        plan.replicas = 0;
        plan.containers.front().port = 0;
        plan.access = WorkloadPlan::Access::None;
    }

    void makeStatefulSet(WorkloadPlan &plan, int room)
    {
        plan.kind = Kind::StatefulSet;
        plan.replicas = std::min(room, 1 + below(5));
    }

    /// No node has so much.
    void makeTooLarge(WorkloadPlan &plan, int room)
    {
        plan.replicas = std::min(room, 1 + below(2));
        plan.containers.front().cpu = "48";
        plan.age = std::chrono::minutes(30 + below(200));
        plan.deployed = plan.age / 2;
    }

    SeedScene &m_scene;
    std::deque<std::string> m_texts;
    std::size_t m_namespaces = 0;
    std::size_t m_workloads = 0;
    std::size_t m_roles = 0;
    std::string_view m_team;
    std::string_view m_ns;
};

void seedWorkload(SeedScene &scene, const WorkloadPlan &plan)
{
    seedService(scene, plan);
    seedOwnConfiguration(scene, plan);
    switch (plan.kind) {
    case Kind::Deployment: seedDeployment(scene, plan); break;
    case Kind::StatefulSet: seedStatefulSet(scene, plan); break;
    case Kind::DaemonSet: seedDaemonSet(scene, plan); break;
    case Kind::CronJob: seedCronJob(scene, plan); break;
    }
    seedEndpoints(scene);
}

} // namespace

Result<> seedCrowd(SeedScene &scene, const SeedSink &sink)
{
    Crowd crowd(scene);
    for (int number = 0; scene.pods < scene.options.pods; ++number) {
        if (number % WorkloadsPerNamespace == 0)
            seedNamespace(scene, crowd.nextNamespace());
        seedWorkload(scene, crowd.nextWorkload(scene.options.pods - scene.pods));
        if (Result<> taken = sink(scene.objects); !taken)
            return taken;
        scene.objects.clear();
    }
    return success();
}

} // namespace wk::demo
