// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/pods.h"

#include "core/demo/build/podstatus.h"
#include "core/demo/decide/behaviour.h"
#include "core/demo/decide/eventobject.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

/// Applies step after step of a pod's status, each to the pod as the one before left it.
class Life
{
public:
    explicit Life(Json &pod)
        : m_pod(pod)
    {}

    template <class Change>
    void at(WallTime time, Change change)
    {
        PodStatus status(m_pod, time);
        change(status);
        m_pod["status"] = status.take();
        m_lastStep = time;
    }
    const Json &pod() const { return m_pod; }
    WallTime lastStep() const { return m_lastStep; }

private:
    Json &m_pod;
    WallTime m_lastStep{};
};

std::string firstContainersName(const Json &pod)
{
    return textOf(find(find(pod, {"spec", "containers"}).front(), "name"));
}

/// Each turn runs five seconds and then waits as a kubelet waits; the last wait is under way.
void crash(Life &life, const PodPast &past, const std::string &podIp, WallTime now)
{
    const Json &pod = life.pod();
    const std::string name = firstContainersName(pod);
    std::chrono::seconds back = 0s; // of all that follows the first start
    for (int i = 0; i < past.restarts; ++i)
        back += 5s + restartDelay(i);
    WallTime time = std::max(past.made + 3s, now - back - 12s);
    for (int i = 0; i <= past.restarts; ++i) {
        life.at(time, [&](PodStatus &status) { status.run(podIp); });
        time += 5s;
        life.at(time, [&](PodStatus &status) { status.exit(name, 1, "Error"); });
        time += restartDelay(i);
    }
    const std::string uid = uidOf(pod);
    const auto wait = restartDelay(past.restarts).count();
    const std::string delay =
        wait < 60 ? std::to_string(wait) + "s" : std::to_string(wait / 60) + "m" + std::to_string(wait % 60) + "s";
    life.at(now - 10s, [&](PodStatus &status) {
        status.hold(name, "CrashLoopBackOff",
                    "back-off " + delay + " restarting failed container=" + name + " pod=" + nameOf(pod) + "_" +
                        nameSpaceOf(pod) + "(" + uid + ")");
    });
}

/// A pod that was restarted had its restarts spread over its life.
void run(Life &life, const PodPast &past, const std::string &podIp, WallTime now)
{
    life.at(past.made + 3s, [&](PodStatus &status) { status.run(podIp); });
    const auto stretch = std::chrono::floor<std::chrono::seconds>((now - past.made) / (past.restarts + 2));
    for (int i = 1; i <= past.restarts; ++i) {
        life.at(past.made + i * stretch,
                [&](PodStatus &status) { status.exit(firstContainersName(life.pod()), 137, "OOMKilled"); });
        life.at(past.made + i * stretch + 2s, [&](PodStatus &status) { status.run(podIp); });
    }
    const WallTime ready = past.made + past.restarts * stretch + 8s;
    life.at(std::min(ready, now), [&](PodStatus &status) { status.becomeReady(); });
}

/// When the kubelet wrote last.
WallTime live(Json &pod, const PodPast &past, int node, const std::string &podIp, WallTime now)
{
    Life life(pod);
    life.at(past.made + 1s, [&](PodStatus &status) { status.admit(hostAddress(node)); });
    switch (past.kind) {
    case PodPast::Kind::Runs: run(life, past, podIp, now); break;
    case PodPast::Kind::Crashes: crash(life, past, podIp, now); break;
    case PodPast::Kind::Ended:
        life.at(past.made + 3s, [&](PodStatus &status) { status.run(podIp); });
        life.at(past.made + 21s, [&](PodStatus &status) { status.stopAll(0, "Completed"); });
        break;
    case PodPast::Kind::Unplaced: break;
    }
    return life.lastStep();
}

PodFacts factsOf(const Json &pod)
{
    PodFacts facts;
    facts.ns = nameSpaceOf(pod);
    facts.name = nameOf(pod);
    facts.uid = uidOf(pod);
    facts.node = textOf(find(pod, {"spec", "nodeName"}));
    facts.phase = textOf(find(pod, {"status", "phase"}));
    facts.ready = isConditionTrue(find(pod, "status"), "Ready");
    facts.templateHash = textOf(find(pod, {"metadata", "labels", "controller-revision-hash"}));
    return facts;
}

/// The next node with room for one more; empty when there is none.
std::string nextRoom(SeedScene &scene, const Need &need)
{
    for (std::size_t tries = 0; tries < scene.nodes.size(); ++tries) {
        const NodeFacts &node = scene.nodes[scene.nextNode++ % scene.nodes.size()];
        const Need &taken = scene.taken[node.name];
        if (taken.pods + 1 <= node.room.pods && taken.cpu + need.cpu <= node.room.cpu &&
            taken.memory + need.memory <= node.room.memory)
            return node.name;
    }
    return {};
}

Note noteOn(const Json &pod, const char *reason, std::string message, bool warning = false)
{
    return {warning, reason, std::move(message), "spec.containers{" + firstContainersName(pod) + "}"};
}

} // namespace

PodFacts seedPod(SeedScene &scene, Json pod, const PodPast &past)
{
    Json &added = scene.add(resources::Pods, std::move(pod), {"kube-controller-manager", past.made});
    added["status"] = Json{{"phase", "Pending"}};
    ++scene.pods;
    const Placement placement = placePod(added, scene.nodes, scene.taken, scene.random);
    const auto *node = std::get_if<std::string>(&placement);
    if (!node) {
        added["status"] = PodStatus(added, past.made).refuse(std::get<Refused>(placement).message).take();
        scene.touch({"kube-scheduler", past.made, {"status"}});
        return factsOf(added);
    }
    added = boundTo(added, *node, past.made);
    const int number = nodeNumber(*node);
    const WallTime written = live(added, past, number, podAddress(number, scene.addresses[*node]++), scene.now);
    if (past.kind != PodPast::Kind::Ended)
        scene.taken[*node] += Need::of(added);
    scene.touch({"kubelet", written, {"status"}});
    return factsOf(added);
}

void copyPods(SeedScene &scene, const PodMoulds &moulds, int count, std::vector<PodFacts> &facts)
{
    std::vector<std::size_t> choices;
    for (std::size_t i = moulds.owner + 1; i < scene.objects.size(); ++i) {
        const SeedObject &each = scene.objects[i];
        if (each.resource == resources::Pods && !textOf(find(each.object, {"spec", "nodeName"})).empty())
            choices.push_back(i);
    }
    for (int i = 0; i < count && !choices.empty(); ++i) {
        SeedObject &mould = scene.objects[choices[scene.random.below(choices.size())]];
        const std::string node = nextRoom(scene, Need::of(mould.object));
        if (node.empty())
            return;
        PodFacts copy = factsOf(mould.object);
        const int number = nodeNumber(node);
        const auto made = timeOf(find(mould.object, {"metadata", "creationTimestamp"})).value_or(scene.now);
        const auto older = std::chrono::duration_cast<std::chrono::seconds>(made - moulds.since);
        const std::uint64_t span = copy.ready ? std::max<std::int64_t>(older.count(), 1) : 1;
        copy.name = moulds.prefix + scene.random.suffix();
        copy.uid = scene.random.uuid();
        copy.node = node;
        mould.copies.push_back({copy.name, copy.uid, node, hostAddress(number),
                                podAddress(number, scene.addresses[node]++),
                                -std::chrono::seconds(scene.random.below(span))});
        scene.taken[node] += Need::of(mould.object);
        ++scene.pods;
        facts.push_back(std::move(copy));
    }
}

void seedEvent(SeedScene &scene, const Json &regarding, const Note &note, const std::string &component, WallTime at,
               int count)
{
    Speaker speaker{component, {}, component == "default-scheduler"};
    if (component == "kubelet")
        speaker.host = textOf(find(regarding, {"spec", "nodeName"}));
    // Microseconds tell the names of simultaneous Events apart.
    Json event = makeEvent(regarding, note, speaker, at + std::chrono::microseconds(scene.random.below(999'999)));
    for (int i = 1; i < count; ++i)
        countAgain(event, scene.ago(std::chrono::seconds(4 + i % 20)));
    const std::string manager = component == "default-scheduler" ? "kube-scheduler"
                                : component == "kubelet"         ? "kubelet"
                                                                 : "kube-controller-manager";
    scene.add(resources::Events, std::move(event), {manager, at});
}

void seedPodEvents(SeedScene &scene, const Json &pod, const PodPast &past)
{
    if (scene.now - past.made > 55min && past.kind == PodPast::Kind::Runs)
        return;
    if (past.kind == PodPast::Kind::Unplaced) {
        const std::string message = textOf(find(findCondition(find(pod, "status"), "PodScheduled"), "message"));
        seedEvent(scene, pod, {true, "FailedScheduling", message}, "default-scheduler", past.made + 1s);
        return;
    }
    const std::string name = firstContainersName(pod);
    const std::string image = textOf(find(find(pod, {"spec", "containers"}).front(), "image"));
    const std::string node = textOf(find(pod, {"spec", "nodeName"}));
    seedEvent(scene, pod,
              {false, "Scheduled", "Successfully assigned " + nameSpaceOf(pod) + "/" + nameOf(pod) + " to " + node},
              "default-scheduler", past.made);
    const int starts = past.kind == PodPast::Kind::Crashes ? past.restarts + 1 : 1;
    seedEvent(scene, pod, noteOn(pod, "Pulled", "Container image \"" + image + "\" already present on machine"),
              "kubelet", past.made + 2s, starts);
    seedEvent(scene, pod, noteOn(pod, "Created", "Created container: " + name), "kubelet", past.made + 2s, starts);
    seedEvent(scene, pod, noteOn(pod, "Started", "Started container " + name), "kubelet", past.made + 3s, starts);
    if (past.kind == PodPast::Kind::Crashes) {
        const std::string message = "Back-off restarting failed container " + name + " in pod " + nameOf(pod) + "_" +
                                    nameSpaceOf(pod) + "(" + uidOf(pod) + ")";
        seedEvent(scene, pod, noteOn(pod, "BackOff", message, true), "kubelet", past.made + 20s, 4 * past.restarts);
    }
}

} // namespace wk::demo
