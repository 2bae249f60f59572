// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/eventobject.h"

#include <charconv>

namespace wk::demo {

using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

std::string hexOf(std::int64_t number)
{
    char digits[17];
    const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<std::uint64_t>(number), 16).ptr;
    return {digits, end};
}

Json reference(const Json &object, const std::string &fieldPath)
{
    Json made{{"kind", textOf(find(object, "kind"))}};
    if (const std::string ns = nameSpaceOf(object); !ns.empty())
        made["namespace"] = ns;
    made["name"] = nameOf(object);
    made["uid"] = uidOf(object);
    made["apiVersion"] = textOf(find(object, "apiVersion"));
    if (const std::string version = versionOf(object); !version.empty())
        made["resourceVersion"] = version;
    if (!fieldPath.empty())
        made["fieldPath"] = fieldPath;
    return made;
}

} // namespace

Json makeEvent(const Json &regarding, const Note &note, const Speaker &speaker, WallTime now)
{
    const std::string ns = nameSpaceOf(regarding).empty() ? "default" : nameSpaceOf(regarding);
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    Json event{{"kind", "Event"},
               {"apiVersion", "v1"},
               {"metadata", {{"name", nameOf(regarding) + "." + hexOf(nanoseconds)}, {"namespace", ns}}},
               {"involvedObject", reference(regarding, note.fieldPath)},
               {"reason", note.reason},
               {"message", note.message}};
    Json source = Json::object();
    if (!speaker.usesNewApi) {
        source["component"] = speaker.component;
        if (!speaker.host.empty())
            source["host"] = speaker.host;
    }
    event["source"] = std::move(source);
    event["firstTimestamp"] = speaker.usesNewApi ? Json() : timeJson(now);
    event["lastTimestamp"] = event["firstTimestamp"];
    if (!speaker.usesNewApi)
        event["count"] = 1;
    event["type"] = note.warning ? "Warning" : "Normal";
    event["eventTime"] = speaker.usesNewApi ? Json(formatMicroTime(now)) : Json();
    if (speaker.usesNewApi)
        event["action"] = note.reason == "Scheduled" ? "Binding" : "Scheduling";
    event["reportingComponent"] = speaker.component;
    event["reportingInstance"] = speaker.usesNewApi ? speaker.component + "-control-plane-1" : speaker.host;
    return event;
}

void countAgain(Json &event, WallTime now)
{
    if (find(event, "eventTime").is_string()) {
        Json &series = apiserver::make(event, {"series"});
        series["count"] = numberOf(find(series, "count"), 1) + 1;
        series["lastObservedTime"] = formatMicroTime(now);
        return;
    }
    event["count"] = numberOf(find(event, "count"), 1) + 1;
    event["lastTimestamp"] = timeJson(now);
}

} // namespace wk::demo
