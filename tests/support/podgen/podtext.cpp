// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podtext.h"

#include "tests/support/podgen/podfacts.h"
#include "tests/support/podgen/podstatus.h"

namespace wk::test {

namespace {

using std::string;

void appendMetadata(string &to, const Workload &workload, const PodLife &life, const PodFacts &facts)
{
    append(to, {"\"metadata\":{\"name\":\"", facts.name, "\",\"generateName\":\"", workload.generateName,
                "\",\"namespace\":\"", workload.ns, "\",\"uid\":\"", facts.uid, "\",\"resourceVersion\":\""});
    to += std::to_string(life.version);
    append(to, {"\",\"creationTimestamp\":\"", Timestamp(life.created)});
    if (life.deleting != 0) {
        const std::uint32_t grace = life.stage >= Stage::Expired ? 0 : 30;
        append(to, {"\",\"deletionTimestamp\":\"", Timestamp(life.deleting + grace),
                    "\",\"deletionGracePeriodSeconds\":", grace ? "30," : "0,"});
    } else {
        to += "\",";
    }
    workload.labels.append(to, facts.name, facts.token);
    if (life.noted != 0)
        append(to, {R"(,"example.com/reviewed":"by )", life.notes % 2 ? "ana" : "bo", " in round ",
                    std::to_string(life.notes), "\""});
    append(to, {workload.annotations, ",\"managedFields\":["});
    appendManagedFields(to, workload, life, facts);
    to += "]},";
}

} // namespace

void appendPod(string &to, const Workload &workload, const PodLife &life, bool identified)
{
    const PodFacts facts(workload, life);
    to += identified ? R"({"kind":"Pod","apiVersion":"v1",)" : "{";
    appendMetadata(to, workload, life, facts);
    to += "\"spec\":";
    workload.specHead.append(to, facts.name, facts.token);
    if (life.bound != 0)
        append(to, {"\"nodeName\":\"", facts.node, "\","});
    workload.specTail.append(to, facts.name, facts.token);
    to += ",\"status\":";
    appendStatus(to, workload, life, facts);
    to += "}";
}

} // namespace wk::test
