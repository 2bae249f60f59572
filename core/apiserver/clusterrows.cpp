// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/cells.h"
#include "core/apiserver/rows.h"
#include "core/base/quantity.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace wk::apiserver {

namespace {

std::string nodeStatus(const Json &document)
{
    std::string text = "Unknown";
    const Json &conditions = find(document, {"status", "conditions"});
    if (conditions.is_array()) {
        for (const Json &condition : conditions) {
            if (textOf(find(condition, {"type"})) == "Ready")
                text = textOf(find(condition, {"status"})) == "True" ? "Ready" : "NotReady";
        }
    }
    return isTrue(find(document, {"spec", "unschedulable"})) ? text + ",SchedulingDisabled" : text;
}

std::string nodeRoles(const Json &document)
{
    constexpr std::string_view Prefix = "node-role.kubernetes.io/";
    std::vector<std::string> roles;
    const Json &labels = find(document, {"metadata", "labels"});
    if (labels.is_object()) {
        for (const auto &[key, value] : labels.items()) {
            if (key.starts_with(Prefix) && key.size() > Prefix.size())
                roles.push_back(key.substr(Prefix.size()));
            else if (key == "kubernetes.io/role" && !textOf(value).empty())
                roles.push_back(textOf(value));
        }
    }
    std::sort(roles.begin(), roles.end());
    return joined(roles);
}

Cell nodeAddress(const Json &document, const char *type)
{
    const Json &addresses = find(document, {"status", "addresses"});
    if (addresses.is_array()) {
        for (const Json &address : addresses) {
            if (textOf(find(address, {"type"})) == type)
                return textOrNone(textOf(find(address, {"address"})));
        }
    }
    return textCell("<none>");
}

Cell nodeInfo(const Json &document, const char *member)
{
    const std::string text = textOf(find(document, {"status", "nodeInfo", member}));
    return textCell(text.empty() ? "<unknown>" : text);
}

PrintedRow printNode(const Json &document)
{
    return {{nameCell(document), textCell(nodeStatus(document)), textCell(nodeRoles(document)), objectAge(document),
             textCell(textOf(find(document, {"status", "nodeInfo", "kubeletVersion"}))),
             nodeAddress(document, "InternalIP"), nodeAddress(document, "ExternalIP"), nodeInfo(document, "osImage"),
             nodeInfo(document, "kernelVersion"), nodeInfo(document, "containerRuntimeVersion")}};
}

PrintedRow printNamespace(const Json &document)
{
    return {{nameCell(document), textCell(textOf(find(document, {"status", "phase"}))), objectAge(document)}};
}

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

/// "pod/web-1"
std::string eventTarget(const Json &document)
{
    const std::string kind = lowerCase(textOf(find(document, {"involvedObject", "kind"})));
    const std::string name = textOf(find(document, {"involvedObject", "name"}));
    return name.empty() ? kind : kind + "/" + name;
}

/// "kubelet, node-06"
std::string eventSource(const Json &document)
{
    std::string component = textOf(find(document, {"source", "component"}));
    if (component.empty())
        component = textOf(find(document, {"reportingComponent"}));
    std::string host = textOf(find(document, {"source", "host"}));
    if (host.empty())
        host = textOf(find(document, {"reportingInstance"}));
    return host.empty() ? component : component + ", " + host;
}

std::string trimmed(const std::string &text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    const auto begin = std::find_if_not(text.begin(), text.end(), isSpace);
    const auto end = std::find_if_not(text.rbegin(), std::make_reverse_iterator(begin), isSpace).base();
    return {begin, end};
}

PrintedRow printEvent(const Json &document)
{
    const Json &series = find(document, {"series"});
    const Json &firstTime = find(document, {"firstTimestamp"});
    const Json &lastTime = find(document, {"lastTimestamp"});
    const Cell first = ageCell(firstTime.is_string() ? firstTime : find(document, {"eventTime"}));
    Cell last = lastTime.is_string() ? ageCell(lastTime) : first;
    std::int64_t count = numberOf(find(document, {"count"}));
    if (series.is_object()) {
        last = ageCell(find(series, {"lastObservedTime"}));
        count = numberOf(find(series, {"count"}));
    }
    return {{last, textCell(textOf(find(document, {"type"}))), textCell(textOf(find(document, {"reason"}))),
             textCell(eventTarget(document)), textCell(textOf(find(document, {"involvedObject", "fieldPath"}))),
             textCell(eventSource(document)), textCell(trimmed(textOf(find(document, {"message"})))), first,
             numberCell(std::max<std::int64_t>(count, 1)), nameCell(document)}};
}

PrintedRow printNodeMetrics(const Json &document)
{
    const auto usage = [&](const char *what) {
        return readQuantity(textOf(find(document, {"usage", what}))).value_or(0);
    };
    constexpr double Mebibyte = 1024 * 1024;
    return {{nameCell(document), textCell(std::to_string(std::llround(usage("cpu") * 1000)) + "m"),
             textCell(std::to_string(std::llround(usage("memory") / Mebibyte)) + "Mi"),
             textCell(textOf(find(document, "window")))}};
}

PrintedRow printComponentStatus(const Json &document)
{
    std::string status = "Unknown";
    std::string message;
    std::string error;
    const Json &conditions = find(document, "conditions");
    for (const Json &condition : conditions.is_array() ? conditions : Json::array()) {
        if (textOf(find(condition, "type")) != "Healthy")
            continue;
        status = textOf(find(condition, "status")) == "True" ? "Healthy" : "Unhealthy";
        message = textOf(find(condition, "message"));
        error = textOf(find(condition, "error"));
        break;
    }
    return {{nameCell(document), textCell(status), textCell(message), textCell(error)}};
}

} // namespace

Column nameColumn()
{
    return {"Name", "string", "name", "Name must be unique within a namespace."};
}

Column ageColumn()
{
    return {"Age", "string", "", "The time since the object was created."};
}

Printer nodePrinter()
{
    return {{nameColumn(),
             {"Status", "string", "", "The status of the node"},
             {"Roles", "string", "", "The roles of the node"},
             ageColumn(),
             {"Version", "string", "", "Kubelet Version reported by the node."},
             {"Internal-IP", "string", "", "The node's address inside the cluster.", 1},
             {"External-IP", "string", "", "The node's address outside the cluster.", 1},
             {"OS-Image", "string", "", "OS Image reported by the node.", 1},
             {"Kernel-Version", "string", "", "Kernel Version reported by the node.", 1},
             {"Container-Runtime", "string", "", "ContainerRuntime Version reported by the node.", 1}},
            printNode};
}

/// Source: metrics-server pkg/api/table.go; the numbers as `kubectl top` rounds them.
Printer nodeMetricsPrinter()
{
    return {{nameColumn(),
             {"cpu", "string", "quantity"},
             {"memory", "string", "quantity"},
             {"Window", "string", "duration"}},
            printNodeMetrics};
}

Printer namespacePrinter()
{
    return {{nameColumn(), {"Status", "string", "", "The status of the namespace"}, ageColumn()}, printNamespace};
}

Printer componentStatusPrinter()
{
    return {{nameColumn(),
             {"Status", "string", "", "Status of the component conditions"},
             {"Message", "string", "", "Message of the component conditions"},
             {"Error", "string", "", "Error of the component conditions"}},
            printComponentStatus};
}

Printer eventPrinter()
{
    return {{{"Last Seen", "string", "", "The time at which the most recent occurrence of this event was recorded."},
             {"Type", "string", "", "Type of this event (Normal, Warning), new types could be added in the future"},
             {"Reason", "string", "", "Why it happened, in one word."},
             {"Object", "string", "", "The object that this event is about."},
             {"Subobject", "string", "", "The part of the object that this event is about.", 1},
             {"Source", "string", "", "The component reporting this event.", 1},
             {"Message", "string", "", "A human-readable description of the status of this operation."},
             {"First Seen", "string", "", "The time at which the event was first recorded.", 1},
             {"Count", "string", "", "The number of times this event has occurred.", 1},
             {"Name", "string", "name", "Name must be unique within a namespace.", 1}},
            printEvent};
}

} // namespace wk::apiserver
