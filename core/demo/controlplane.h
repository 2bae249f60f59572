// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"
#include "core/demo/components/eventexpiry.h"
#include "core/demo/components/heartbeat.h"
#include "core/demo/demooptions.h"
#include "core/demo/hurriedclock.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk::demo {

class Kubelet;
class ScenarioPlayer;

/// Makes the sources of one process, whose name is its User-Agent: "kube-scheduler".
using SourcesFor = std::function<MakeSource(const std::string &process)>;

/// All components of the simulated cluster, in the processes that a real one has: each process has its
/// informers, shared by its components, and its name in managedFields.
///
///     kube-controller-manager   deployments, replicasets, statefulsets, daemonsets, jobs, cronjobs,
///     endpoints, nodes kube-scheduler            pods without a node kubelet                   one a node,
///     each with the pods of its node argocd-controller         people and tools: what happens by itself
///
/// Where there is a crowd, one process watches for all of them and one kubelet stands for all: each pod is then kept
/// once and not four times, and there are no thousand watches. One thread, with an event loop.
class ControlPlane
{
public:
    /// `server` and `clock` outlive it.
    ControlPlane(const DemoOptions &options, ApiServer &server, Clock &clock, const SourcesFor &sourcesFor);
    ~ControlPlane();

    void start();
    void run(Scenario scenario);

private:
    struct Process;

    Process &addProcess(const std::string &name, const SourcesFor &sourcesFor);
    Outfit outfit(Process &process);
    void addControllers(Process &process);
    void addKubelets(Process &process);
    void addHeartbeats(Process &controllers, Process &scheduler);

    const DemoOptions m_options;
    ApiServer &m_server;
    Clock &m_clock;
    HurriedClock m_hurried;
    Random m_random;
    std::vector<std::unique_ptr<Process>> m_processes;
    std::vector<std::unique_ptr<Controller>> m_controllers;
    std::vector<std::unique_ptr<Kubelet>> m_kubelets;
    std::vector<std::unique_ptr<Heartbeat>> m_heartbeats;
    std::unique_ptr<ScenarioPlayer> m_player;
    EventExpiry m_expiry;
};

} // namespace wk::demo
