// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podstatus.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace wk::test {

namespace {

using std::string;
using std::string_view;

struct Entry {
    string_view manager;
    std::uint32_t time;
};

void appendConditionFields(string &to, string_view type, bool explains)
{
    append(to, {R"("k:{\"type\":\")", type, R"(\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},)",
                explains ? R"("f:message":{},"f:reason":{},)" : "", R"("f:status":{},"f:type":{}})"});
}

void appendKubeletFields(string &to, const PodLife &life, const PodFacts &facts)
{
    const bool explains = !isReady(life);
    to += R"({"f:status":{"f:conditions":{)";
    appendConditionFields(to, "ContainersReady", explains);
    to += ',';
    appendConditionFields(to, "Initialized", false);
    to += ',';
    appendConditionFields(to, "PodReadyToStartContainers", false);
    to += ',';
    appendConditionFields(to, "Ready", explains);
    to += R"(},"f:containerStatuses":{},"f:hostIP":{},"f:hostIPs":{})";
    if (life.started != 0)
        append(to, {R"(,"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\")", facts.podIp,
                    R"(\"}":{".":{},"f:ip":{}}})"});
    to += R"(,"f:startTime":{}}})";
}

} // namespace

void appendManagedFields(string &to, const Workload &workload, const PodLife &life, const PodFacts &facts)
{
    const string_view creator = "kube-controller-manager";
    std::array<Entry, 4> entries{Entry{creator, life.created}, Entry{"kube-scheduler", life.unschedulable},
                                 Entry{"kubectl-annotate", life.noted}, Entry{"kubelet", life.reported}};
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return std::tie(a.time, a.manager) < std::tie(b.time, b.manager); });
    for (const Entry &entry : entries) {
        if (entry.time == 0)
            continue;
        append(to, {to.back() == '[' ? "" : ",", R"({"manager":")", entry.manager,
                    R"(","operation":"Update","apiVersion":"v1","time":")", Timestamp(entry.time),
                    R"(","fieldsType":"FieldsV1","fieldsV1":)"});
        if (entry.manager == creator) {
            append(to, {workload.fields, "}"});
        } else if (entry.manager == "kubectl-annotate") {
            to += R"({"f:metadata":{"f:annotations":{"f:example.com/reviewed":{}}}}})";
        } else if (entry.manager == "kubelet") {
            appendKubeletFields(to, life, facts);
            to += R"(,"subresource":"status"})";
        } else {
            to += R"({"f:status":{"f:conditions":{".":{},)";
            appendConditionFields(to, "PodScheduled", true);
            to += R"(}}},"subresource":"status"})";
        }
    }
}

} // namespace wk::test
