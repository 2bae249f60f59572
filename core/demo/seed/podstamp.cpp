// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/podstamp.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

constexpr std::string_view ContainerScheme = "containerd://";
constexpr std::size_t TimeLength = std::string_view("2026-11-22T07:00:00Z").size();

void replaceAll(std::string &text, const std::string &old, const std::string &with)
{
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
}

} // namespace

PodStamp::PodStamp(const apiserver::StoredObject &mould, const Json &document)
    : m_mould(mould)
    , m_own{mould.name, mould.uid, textOf(find(document, {"spec", "nodeName"})),
            textOf(find(document, {"status", "hostIP"})), textOf(find(document, {"status", "podIP"}))}
{
    const Json &entries = find(document, {"status", "containerStatuses"});
    for (const Json &entry : entries.is_array() ? entries : Json::array()) {
        if (const std::string id = textOf(find(entry, "containerID")); id.starts_with(ContainerScheme))
            m_own.push_back(id.substr(ContainerScheme.size()));
    }
    markTexts(mould.json);
    markTimes(mould.json);
    std::sort(m_marks.begin(), m_marks.end(), [](const Mark &a, const Mark &b) { return a.begin < b.begin; });
}

void PodStamp::markTexts(const std::string &json)
{
    for (std::size_t i = 0; i < m_own.size(); ++i) {
        const std::string &own = m_own[i];
        // One address may begin like another; a whole one ends where no digit follows.
        const auto isWhole = [&](std::size_t at) {
            const char next = json[std::min(at + own.size(), json.size() - 1)];
            return next < '0' || next > '9';
        };
        for (std::size_t at = own.empty() ? json.npos : json.find(own); at != json.npos;
             at = json.find(own, at + own.size())) {
            if (isWhole(at))
                m_marks.push_back({at, own.size(), static_cast<int>(i)});
        }
    }
}

void PodStamp::markTimes(const std::string &json)
{
    for (std::size_t at = json.find("\"20"); at != json.npos; at = json.find("\"20", at + 1)) {
        const std::string text = json.substr(at + 1, TimeLength);
        if (text.size() == TimeLength && text.back() == 'Z' && text[10] == 'T') {
            if (const auto time = parseTime(text))
                m_marks.push_back({at + 1, TimeLength, -1, *time});
        }
    }
}

std::vector<std::string> PodStamp::others(const PodCopy &pod) const
{
    std::vector<std::string> others{pod.name, pod.uid, pod.node, pod.hostIp, pod.podIp};
    for (std::size_t i = others.size(); i < m_own.size(); ++i)
        others.push_back(
            Random(static_cast<std::uint64_t>(spread(pod.uid + std::to_string(i)) * 4294967296.0)).hex(64));
    return others;
}

apiserver::StoredObject PodStamp::copy(const PodCopy &pod) const
{
    const std::vector<std::string> others = this->others(pod);
    apiserver::StoredObject made = m_mould;
    made.name = pod.name;
    made.uid = pod.uid;
    made.json.clear();
    made.json.reserve(m_mould.json.size() + 32);
    std::size_t from = 0;
    for (const Mark &mark : m_marks) {
        made.json.append(m_mould.json, from, mark.begin - from);
        from = mark.begin + mark.length;
        made.json += mark.own >= 0 ? others[static_cast<std::size_t>(mark.own)] : formatTime(mark.time + pod.later);
        const auto shift = [&](std::size_t &place, std::size_t original) {
            if (original >= from)
                place = made.json.size() + (original - from);
        };
        shift(made.metadata.end, m_mould.metadata.end);
        shift(made.version.begin, m_mould.version.begin);
        shift(made.version.end, m_mould.version.end);
    }
    made.json.append(m_mould.json, from);
    for (std::string &field : made.fields)
        field = replaced(std::move(field), others);
    for (apiserver::Cell &cell : made.row.cells) {
        cell.json = replaced(std::move(cell.json), others);
        if (cell.since)
            *cell.since += pod.later;
    }
    return made;
}

std::string PodStamp::replaced(std::string text, const std::vector<std::string> &others) const
{
    for (std::size_t i = 0; i < std::min<std::size_t>(5, m_own.size()); ++i) {
        if (!m_own[i].empty())
            replaceAll(text, m_own[i], others[i]);
    }
    return text;
}

} // namespace wk::demo
