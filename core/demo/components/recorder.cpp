// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/recorder.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;

EventRecorder::EventRecorder(ApiWriter writer, Clock &clock, Speaker speaker)
    : m_writer(std::move(writer))
    , m_clock(clock)
    , m_speaker(std::move(speaker))
{}

void EventRecorder::tell(const Json &regarding, const Note &note)
{
    const WallTime now = std::max(m_clock.wallNow(), m_last + std::chrono::microseconds(1));
    m_last = now;
    const Key key{uidOf(regarding), note.reason, note.message, note.fieldPath};
    if (countAgainIfKnown(key, now))
        return;
    if (m_told.size() >= MostRemembered)
        m_told.clear(); // what is said again after that is a new Event, as after an hour it is anyhow
    Json event = makeEvent(regarding, note, speakerAbout(regarding), now);
    const std::string ns = nameSpaceOf(event);
    if (m_writer.create(resources::Events, ns, event).ok())
        m_told.emplace(key, std::move(event));
}

/// A kubelet that stands for several speaks from the node that it speaks of.
Speaker EventRecorder::speakerAbout(const Json &regarding) const
{
    Speaker speaker = m_speaker;
    if (speaker.component == "kubelet" && speaker.host.empty()) {
        const Json &node = find(regarding, {"spec", "nodeName"});
        speaker.host = node.is_string() ? apiserver::textOf(node) : nameOf(regarding);
    }
    return speaker;
}

/// False as well when the Event has expired since.
bool EventRecorder::countAgainIfKnown(const Key &key, WallTime now)
{
    const auto told = m_told.find(key);
    if (told == m_told.end())
        return false;
    Json &event = told->second;
    countAgain(event, now);
    Json patch = Json::object();
    for (const char *part : {"count", "lastTimestamp", "series"}) {
        if (const Json &value = find(event, part); !value.is_null())
            patch[part] = value;
    }
    if (m_writer.mergePatch({resources::Events, nameSpaceOf(event), nameOf(event)}, patch).ok())
        return true;
    m_told.erase(told);
    return false;
}

} // namespace wk::demo
