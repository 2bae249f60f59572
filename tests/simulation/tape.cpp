// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/tape.h"

#include "core/base/limits.h"
#include "core/informer/objectstore.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/framesplitter.h"
#include "tests/simulation/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::sim {

Tape::Tape(const ResourceInfo &info, VersionStyle style)
    : m_info(info)
    , m_style(style)
{
    m_lines.setWatch(1, WatchScope{info, {}, {}, {}});
}

void Tape::record(const Entry &entry)
{
    m_bytes += m_lines.linesOf(entry);
}

CutRecording Tape::cut(std::size_t bytes) const
{
    const std::string_view rest = std::string_view(m_bytes).substr(0, bytes);
    return {std::size_t(std::count(rest.begin(), rest.end(), '\n')), read(rest)};
}

std::vector<RecordedEvent> Tape::read(std::string_view bytes) const
{
    std::vector<RecordedEvent> events;
    Decoder decoder(m_info, Decoder::Bodies::Keep);
    FrameSplitter lines(limits::FrameBytes);
    lines.append(bytes);
    while (const auto line = lines.next()) {
        const auto event = decoder.event(*line);
        if (!event)
            break;
        RecordedEvent read{entryType(event->type), {}};
        read.state.revision = m_style.revision(event->version.text()).value_or(0);
        if (event->object) {
            read.state.key = textHash(objectKey(event->object->ns, event->object->name));
            read.state.uid = textHash(event->object->uid.text());
            read.state.content = meaningOf(event->object->body.object());
        }
        events.push_back(read);
    }
    return events;
}

std::uint64_t meaningOf(std::string_view json)
{
    auto object = nlohmann::json::parse(json, nullptr, false);
    if (!object.is_object())
        return 0;
    object["metadata"].erase("resourceVersion");
    return textHash(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace wk::sim
