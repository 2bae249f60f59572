// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/controlplane.h"

#include "core/demo/build/place.h"
#include "core/demo/components/cronjobcontroller.h"
#include "core/demo/components/daemonsetcontroller.h"
#include "core/demo/components/deploymentcontroller.h"
#include "core/demo/components/endpointcontroller.h"
#include "core/demo/components/jobcontroller.h"
#include "core/demo/components/kubelet.h"
#include "core/demo/components/nodecontroller.h"
#include "core/demo/components/replicasetcontroller.h"
#include "core/demo/components/scenarioplayer.h"
#include "core/demo/components/scheduler.h"
#include "core/demo/components/statefulsetcontroller.h"

namespace wk::demo {

namespace {

constexpr std::chrono::seconds LeaderPeriod{2}; // client-go leaderelection RetryPeriod

} // namespace

struct ControlPlane::Process {
    Process(const std::string &givenName, MakeSource makeSource, Clock &clock, std::uint64_t seed)
        : name(givenName)
        , informers(std::move(makeSource), clock, seed)
    {}

    const std::string name;
    Informers informers;
};

ControlPlane::ControlPlane(const DemoOptions &options, ApiServer &server, Clock &clock, const SourcesFor &sourcesFor)
    : m_options(options)
    , m_server(server)
    , m_clock(clock)
    , m_hurried(clock, options.speed)
    , m_random(options.seed + 1)
    , m_expiry(server, m_hurried)
{
    Process &controllers = addProcess("kube-controller-manager", sourcesFor);
    addControllers(controllers);
    Process &scheduler = addProcess("kube-scheduler", sourcesFor);
    m_controllers.push_back(std::make_unique<Scheduler>(outfit(scheduler)));
    addKubelets(addProcess("kubelet", sourcesFor));
    addHeartbeats(controllers, scheduler);
    m_player = std::make_unique<ScenarioPlayer>(
        outfit(addProcess("argocd-controller", sourcesFor)),
        [this](const std::string &node, std::chrono::milliseconds time) {
            for (const auto &kubelet : m_kubelets)
                kubelet->fallSilent(node, time);
        },
        options.pods);
}

ControlPlane::~ControlPlane() = default;

void ControlPlane::start()
{
    for (const auto &process : m_processes)
        process->informers.start();
    for (const auto &kubelet : m_kubelets)
        kubelet->start();
    for (const auto &heartbeat : m_heartbeats)
        heartbeat->start();
    m_expiry.start();
    if (m_options.hasScenarios)
        m_player->start();
}

void ControlPlane::run(Scenario scenario)
{
    m_player->run(scenario);
}

ControlPlane::Process &ControlPlane::addProcess(const std::string &name, const SourcesFor &sourcesFor)
{
    m_processes.push_back(std::make_unique<Process>(name, sourcesFor(name), m_clock, m_random.below(1ULL << 62)));
    return *m_processes.back();
}

Outfit ControlPlane::outfit(Process &process)
{
    Informers &informers = m_options.isCrowded() ? m_processes.front()->informers : process.informers;
    return {m_server,
            m_hurried,
            informers,
            process.name,
            m_options.speed,
            m_options.isCrowded(),
            m_random.below(1ULL << 62)};
}

void ControlPlane::addControllers(Process &process)
{
    m_controllers.push_back(std::make_unique<DeploymentController>(outfit(process)));
    m_controllers.push_back(std::make_unique<ReplicaSetController>(outfit(process)));
    m_controllers.push_back(std::make_unique<StatefulSetController>(outfit(process)));
    m_controllers.push_back(std::make_unique<DaemonSetController>(outfit(process)));
    m_controllers.push_back(std::make_unique<JobController>(outfit(process)));
    m_controllers.push_back(std::make_unique<CronJobController>(outfit(process)));
    m_controllers.push_back(std::make_unique<EndpointController>(outfit(process)));
    m_controllers.push_back(std::make_unique<NodeController>(outfit(process)));
}

void ControlPlane::addKubelets(Process &process)
{
    std::vector<std::string> nodes;
    for (int number = 1; number <= m_options.nodeCount(); ++number)
        nodes.push_back(nodeName(number));
    if (m_options.isCrowded()) {
        m_kubelets.push_back(std::make_unique<Kubelet>(outfit(process), nodes));
        return;
    }
    for (const std::string &node : nodes)
        m_kubelets.push_back(std::make_unique<Kubelet>(outfit(process), std::vector{node}));
}

void ControlPlane::addHeartbeats(Process &controllers, Process &scheduler)
{
    for (Process *process : {&controllers, &scheduler})
        m_heartbeats.push_back(
            std::make_unique<Heartbeat>(outfit(*process), "kube-system", process->name, LeaderPeriod));
    Outfit ledger = outfit(controllers);
    ledger.manager = "ledger";
    m_heartbeats.push_back(std::make_unique<Heartbeat>(ledger, "payments", "ledger-leader", LeaderPeriod));
}

} // namespace wk::demo
