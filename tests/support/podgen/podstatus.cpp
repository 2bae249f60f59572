// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podstatus.h"

#include "tests/support/podgen/draw.h"

namespace wk::test {

namespace {

using std::string;
using std::string_view;

bool hasStarted(const PodLife &life)
{
    return life.started != 0;
}

bool hasStopped(const PodLife &life)
{
    return life.stage >= Stage::Stopped;
}

void appendCondition(string &to, string_view type, bool holds, std::uint32_t since, string_view why = {})
{
    append(to, {"{\"type\":\"", type, holds ? R"(","status":"True")" : R"(","status":"False")",
                R"(,"lastProbeTime":null,"lastTransitionTime":")", Timestamp(since), "\"", why, "}"});
}

string unreadyContainers(const Workload &workload, const PodLife &life)
{
    const bool all = life.stage == Stage::Creating || hasStopped(life);
    string names;
    for (const Container &container : workload.containers) {
        append(names, {names.empty() ? "" : " ", container.name});
        if (!all)
            break;
    }
    return R"(,"reason":"ContainersNotReady","message":"containers with unready status: [)" + names + "]\"";
}

void appendConditions(string &to, const Workload &workload, const PodLife &life)
{
    if (life.stage == Stage::Unschedulable) {
        appendCondition(to, "PodScheduled", false, life.unschedulable,
                        R"(,"reason":"Unschedulable","message":"0/400 nodes are available: 400 Insufficient cpu. )"
                        R"(preemption: 0/400 nodes are available: 400 No preemption victims found for incoming pod.")");
        return;
    }
    if (life.initialised != 0) {
        const bool ready = isReady(life);
        const string why = ready ? string() : unreadyContainers(workload, life);
        const bool sandbox = hasStarted(life) && !hasStopped(life);
        appendCondition(to, "PodReadyToStartContainers", sandbox,
                        hasStopped(life) ? life.ended
                        : sandbox        ? life.initialised + 1
                                         : life.initialised);
        to += ',';
        appendCondition(to, "Initialized", true, life.initialised);
        to += ',';
        appendCondition(to, "Ready", ready, life.readied, why);
        to += ',';
        appendCondition(to, "ContainersReady", ready, life.readied, why);
        to += ',';
    }
    appendCondition(to, "PodScheduled", true, life.bound);
}

/// One container of one pod, in its so-manieth run.
class ContainerStatus
{
public:
    ContainerStatus(const Workload &workload, const PodLife &life, const PodFacts &facts, std::uint32_t index)
        : m_container(workload.containers[index])
        , m_workload(workload)
        , m_life(life)
        , m_facts(facts)
        , m_index(index)
        , m_restarts(index == 0 ? life.restarts : 0)
        , m_started(index == 0 ? life.started : life.initialised + 1)
    {}

    void append(string &to) const
    {
        wk::test::append(to, {"{\"name\":\"", m_container.name, "\",\"state\":{"});
        appendState(to);
        to += "},\"lastState\":{";
        appendLastState(to);
        const bool ready = isUp() && (m_index != 0 || isReady(m_life));
        wk::test::append(to, {"},\"ready\":", ready ? "true" : "false",
                              ",\"restartCount\":", std::to_string(m_restarts), ",\"image\":\"", m_container.image,
                              "\",\"imageID\":\"", hasStarted(m_life) ? m_container.imageId : string(), "\""});
        if (isUp())
            wk::test::append(to, {",\"containerID\":\"", containerId(m_restarts), "\""});
        wk::test::append(to, {",\"started\":", isUp() ? "true}" : "false}"});
    }

private:
    bool isDown() const { return m_index == 0 && (m_life.stage == Stage::Crashed || m_life.stage == Stage::BackOff); }
    bool isUp() const { return hasStarted(m_life) && !hasStopped(m_life) && !isDown(); }

    string containerId(std::uint32_t run) const
    {
        return "containerd://" + Draw(m_life.identity, 1 + run * 8 + m_index).hex(64);
    }
    void appendState(string &to) const
    {
        if (!hasStarted(m_life)) {
            to += R"("waiting":{"reason":"ContainerCreating"})";
        } else if (m_index == 0 && m_life.stage == Stage::BackOff) {
            wk::test::append(to,
                             {R"("waiting":{"reason":"CrashLoopBackOff","message":"back-off 10s restarting failed )",
                              "container=", m_container.name, " pod=", m_facts.name, "_", m_workload.ns, "(",
                              m_facts.uid, ")\"}"});
        } else if (isDown() || hasStopped(m_life)) {
            appendTerminated(to, m_restarts, m_started, m_life.ended);
        } else {
            wk::test::append(to, {R"("running":{"startedAt":")", Timestamp(m_started), "\"}"});
        }
    }
    void appendLastState(string &to) const
    {
        if (m_index != 0)
            return;
        if (m_life.stage == Stage::BackOff)
            appendTerminated(to, m_restarts, m_started, m_life.ended);
        else if (m_restarts != 0)
            appendTerminated(to, m_restarts - 1u, m_life.initialised + 1, m_started - 10);
    }
    void appendTerminated(string &to, std::uint32_t run, std::uint32_t from, std::uint32_t until) const
    {
        const string_view why = hasStopped(m_life)   ? R"(143,"reason":"Error")"
                                : m_life.outOfMemory ? R"(137,"reason":"OOMKilled")"
                                                     : R"(1,"reason":"Error")";
        wk::test::append(to,
                         {R"("terminated":{"exitCode":)", why, R"(,"startedAt":")", Timestamp(from),
                          R"(","finishedAt":")", Timestamp(until), R"(","containerID":")", containerId(run), "\"}"});
    }

    const Container &m_container;
    const Workload &m_workload;
    const PodLife &m_life;
    const PodFacts &m_facts;
    std::uint32_t m_index;
    std::uint32_t m_restarts;
    std::uint32_t m_started;
};

} // namespace

bool isReady(const PodLife &life)
{
    return life.stage == Stage::Ready || life.stage == Stage::Terminating;
}

void appendStatus(string &to, const Workload &workload, const PodLife &life, const PodFacts &facts)
{
    append(to, {"{\"phase\":\"", hasStarted(life) ? "Running\"" : "Pending\""});
    if (life.unschedulable != 0 || life.bound != 0) {
        to += ",\"conditions\":[";
        appendConditions(to, workload, life);
        to += ']';
    }
    if (life.initialised != 0) {
        append(to, {R"(,"hostIP":")", facts.hostIp, R"(","hostIPs":[{"ip":")", facts.hostIp, "\"}]"});
        if (hasStarted(life))
            append(to, {R"(,"podIP":")", facts.podIp, R"(","podIPs":[{"ip":")", facts.podIp, "\"}]"});
        append(to, {R"(,"startTime":")", Timestamp(life.initialised), R"(","containerStatuses":[)"});
        for (std::uint32_t index = 0; index < workload.containers.size(); ++index) {
            to += index == 0 ? "" : ",";
            ContainerStatus(workload, life, facts, index).append(to);
        }
        to += ']';
    }
    to += R"(,"qosClass":"Burstable"})";
}

} // namespace wk::test
