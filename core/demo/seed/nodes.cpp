// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include "core/demo/decide/write.h"
#include "core/demo/seed/plan.h"

namespace wk::demo {

namespace {

using namespace std::chrono_literals;

struct Size {
    const char *type;
    const char *cpu;
    const char *memory;
    const char *allocatableCpu;
    const char *allocatableMemory;
};

constexpr Size Large{"m6.8xlarge", "32", "128Gi", "31850m", "122Gi"}; ///< where there is a crowd
constexpr Size Sizes[]{{"m6.xlarge", "4", "16Gi", "3920m", "15Gi"}, {"m6.2xlarge", "8", "32Gi", "7910m", "30Gi"}};

Json labels(int number, const Size &size)
{
    const std::string zone = std::string("eu-central-1") + static_cast<char>('a' + (number - 1) % 3);
    return Json{{"beta.kubernetes.io/arch", "amd64"},
                {"beta.kubernetes.io/os", "linux"},
                {"kubernetes.io/arch", "amd64"},
                {"kubernetes.io/hostname", nodeName(number)},
                {"kubernetes.io/os", "linux"},
                {"node.kubernetes.io/instance-type", size.type},
                {"topology.kubernetes.io/region", "eu-central-1"},
                {"topology.kubernetes.io/zone", zone}};
}

Json condition(const char *type, const char *status, const char *reason, const char *message)
{
    return Json{
        {"type", type},     {"status", status},  {"lastHeartbeatTime", nullptr}, {"lastTransitionTime", nullptr},
        {"reason", reason}, {"message", message}};
}

Json conditions(WallTime since, WallTime heartbeat)
{
    Json all = Json::array({
        condition("MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
        condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
        condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
        condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
    });
    for (Json &each : all) {
        each["lastHeartbeatTime"] = timeJson(heartbeat);
        each["lastTransitionTime"] = timeJson(since);
    }
    return all;
}

Json room(const char *cpu, const char *memory)
{
    return Json{{"cpu", cpu},
                {"ephemeral-storage", "95551679124"},
                {"hugepages-2Mi", "0"},
                {"memory", memory},
                {"pods", "110"}};
}

Json images(SeedScene &scene)
{
    Json all = Json::array();
    for (const WorkloadPlan &plan : workloadPlans()) {
        const ContainerPlan &container = plan.containers.front();
        const std::string digest = std::string(container.image) + "@sha256:" + scene.random.hex(64);
        if (scene.random.below(3) == 0)
            all.push_back({{"names", Json::array({digest, imageOf(container)})},
                           {"sizeBytes", 18'000'000 + scene.random.below(160'000'000)}});
    }
    return all;
}

Json node(SeedScene &scene, int number, WallTime made)
{
    const Size &size = scene.options.isCrowded() ? Large : Sizes[scene.random.below(std::size(Sizes))];
    Json node = plainObject("v1", "Node", {}, nodeName(number));
    node["metadata"]["labels"] = labels(number, size);
    node["metadata"]["annotations"] =
        Json{{"node.alpha.kubernetes.io/ttl", "0"}, {"volumes.kubernetes.io/controller-managed-attach-detach", "true"}};
    const std::string cidr = podNetwork(number) + ".0/24";
    node["spec"] = Json{{"podCIDR", cidr},
                        {"podCIDRs", Json::array({cidr})},
                        {"providerID", "demo:///eu-central-1/i-" + scene.random.hex(17)}};
    Json info{{"machineID", scene.random.hex(32)},
              {"systemUUID", scene.random.uuid()},
              {"bootID", scene.random.uuid()},
              {"kernelVersion", "6.1.0-28-amd64"},
              {"osImage", "Debian GNU/Linux 12 (bookworm)"},
              {"containerRuntimeVersion", "containerd://1.7.23"},
              {"kubeletVersion", "v1.32.0"},
              {"kubeProxyVersion", "v1.32.0"},
              {"operatingSystem", "linux"},
              {"architecture", "amd64"}};
    const Json addresses = Json::array({Json{{"type", "InternalIP"}, {"address", hostAddress(number)}},
                                        Json{{"type", "Hostname"}, {"address", nodeName(number)}}});
    const auto heartbeat = scene.ago(scene.random.between(5s, 280s));
    node["status"] = Json{{"capacity", room(size.cpu, size.memory)},
                          {"allocatable", room(size.allocatableCpu, size.allocatableMemory)},
                          {"conditions", conditions(made + 40s, heartbeat)},
                          {"addresses", addresses},
                          {"daemonEndpoints", {{"kubeletEndpoint", {{"Port", 10250}}}}},
                          {"nodeInfo", std::move(info)},
                          {"images", images(scene)}};
    return node;
}

/// The kubelet's sign of life: that of a node carries the node's name.
void seedLease(SeedScene &scene, const Json &node)
{
    Json lease = plainObject("coordination.k8s.io/v1", "Lease", "kube-node-lease", nameOf(node));
    Json owner{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", nameOf(node)}, {"uid", uidOf(node)}};
    lease["metadata"]["ownerReferences"] = Json::array({std::move(owner)});
    const WallTime renewed = scene.ago(scene.random.between(0ms, 9'000ms));
    lease["spec"] =
        Json{{"holderIdentity", nameOf(node)}, {"leaseDurationSeconds", 40}, {"renewTime", formatMicroTime(renewed)}};
    const WallTime made = *timeOf(apiserver::find(node, {"metadata", "creationTimestamp"}));
    scene.add(resources::Leases, std::move(lease), {"kubelet", made});
    scene.touch({"kubelet", renewed, {"spec", "renewTime"}});
}

/// The lock by which one of several replicas leads.
void seedLock(SeedScene &scene, const char *nameSpace, const std::string &name, const std::string &holder,
              std::chrono::hours age)
{
    Json lease = plainObject("coordination.k8s.io/v1", "Lease", nameSpace, name);
    const WallTime acquired = scene.about(age / 3);
    const WallTime renewed = scene.ago(scene.random.between(0ms, 1'900ms));
    lease["spec"] = Json{{"holderIdentity", holder + "_" + scene.random.uuid()},
                         {"leaseDurationSeconds", 15},
                         {"acquireTime", formatMicroTime(acquired)},
                         {"renewTime", formatMicroTime(renewed)},
                         {"leaseTransitions", 1 + scene.random.below(5)}};
    const std::string manager = name.substr(0, name.find("-leader"));
    scene.add(resources::Leases, std::move(lease), {manager, scene.about(age)});
    scene.touch({manager, renewed, {"spec", "renewTime"}});
}

} // namespace

void seedNodes(SeedScene &scene)
{
    for (int number = 1; number <= scene.options.nodeCount(); ++number) {
        const WallTime made = scene.about(number <= 8 ? 200 * 24h : 63 * 24h);
        const Json added = scene.add(resources::Nodes, node(scene, number, made), {"kubelet", made});
        scene.touch({"kube-controller-manager", made + 3s, {"spec", "podCIDR"}});
        scene.touch({"kubelet", scene.ago(60s), {"status"}});
        scene.nodes.push_back(NodeFacts::of(added));
        seedLease(scene, added);
    }
    seedLock(scene, "kube-system", "kube-controller-manager", "control-plane-1", 200 * 24h);
    seedLock(scene, "kube-system", "kube-scheduler", "control-plane-1", 200 * 24h);
    seedLock(scene, "payments", "ledger-leader", "ledger-0", 41 * 24h);
}

} // namespace wk::demo
