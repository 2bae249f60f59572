// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/kubeevent.h"

#include "core/json/document.h"

#include <algorithm>
#include <limits>

namespace wk {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

std::string firstText(const object &in, std::string_view key, std::string_view otherKey)
{
    const std::string_view value = json::memberText(in, key);
    return std::string(value.empty() ? json::memberText(in, otherKey) : value);
}

std::optional<WallTime> time(const object &in, std::string_view key)
{
    return parseTime(json::memberText(in, key));
}

void readRegarding(const object &event, KubeEvent &result)
{
    object regarding;
    if (event["involvedObject"].get(regarding) != simdjson::SUCCESS &&
        event["regarding"].get(regarding) != simdjson::SUCCESS)
        return;
    result.regardingApiVersion = json::memberText(regarding, "apiVersion");
    result.regardingKind = json::memberText(regarding, "kind");
    result.regardingNs = json::memberText(regarding, "namespace");
    result.regardingName = json::memberText(regarding, "name");
    result.regardingUid = json::memberText(regarding, "uid");
}

std::string reporterOf(const object &event)
{
    std::string reporter = firstText(event, "reportingComponent", "reportingController");
    for (const std::string_view source : {"source", "deprecatedSource"}) {
        object from;
        if (reporter.empty() && event[source].get(from) == simdjson::SUCCESS)
            reporter = json::memberText(from, "component");
    }
    return reporter;
}

void readCount(const object &from, std::string_view key, KubeEvent &result)
{
    std::int64_t count = 0;
    if (from[key].get(count) == simdjson::SUCCESS && count > result.count)
        result.count = int(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

void readTimes(const object &event, KubeEvent &result)
{
    const auto eventTime = time(event, "eventTime");
    const auto oldFirst = time(event, "firstTimestamp");
    const auto newFirst = time(event, "deprecatedFirstTimestamp");
    EventSeen seen;
    for (const std::string_view member : EventSeen::Members)
        seen.add(member, json::memberText(event, member));
    object series;
    if (event["series"].get(series) == simdjson::SUCCESS) {
        seen.add("series", json::memberText(series, EventSeen::SeriesMember));
        readCount(series, "count", result);
    }
    result.last = seen.time();
    result.first = oldFirst ? oldFirst : newFirst ? newFirst : eventTime;
    if (!result.first)
        result.first = result.last;
}

} // namespace

bool EventSeen::isAsked(std::string_view member)
{
    return std::ranges::find(Members, member) != Members.end();
}

void EventSeen::add(std::string_view member, std::string_view time)
{
    const auto found = std::ranges::find(Members, member);
    if (found != Members.end())
        m_times[static_cast<std::size_t>(found - Members.begin())] = parseTime(time);
}

MaybeTime EventSeen::time() const
{
    const auto found = std::ranges::find_if(m_times, &MaybeTime::has_value);
    return found == m_times.end() ? MaybeTime() : *found;
}

bool isKubeEvents(const GroupVersionResource &resource)
{
    return resource.resource == "events" && (resource.group.empty() || resource.group == "events.k8s.io");
}

std::optional<KubeEvent> readKubeEvent(const Object &event)
{
    const std::string json = event.body.object();
    simdjson::dom::parser parser;
    object root;
    if (json.empty() || parser.parse(json).get(root) != simdjson::SUCCESS)
        return {};
    KubeEvent result;
    readRegarding(root, result);
    result.warning = json::memberText(root, "type") == "Warning";
    result.reason = json::memberText(root, "reason");
    result.message = firstText(root, "message", "note");
    result.reporter = reporterOf(root);
    readCount(root, "count", result);
    readCount(root, "deprecatedCount", result);
    readTimes(root, result);
    return result;
}

} // namespace wk
