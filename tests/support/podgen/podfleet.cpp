// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podfleet.h"

#include "tests/support/podgen/podfacts.h"
#include "tests/support/podgen/podtext.h"

#include <algorithm>

namespace wk::test {

namespace {

constexpr std::uint64_t Start = 1'795'256'400; ///< 2026-11-21T10:20:00Z
/// So many pods has a workload, unless there were then more workloads than in any cluster.
constexpr std::uint32_t PodsOfWorkload = 25;
constexpr std::uint32_t MostWorkloads = 1000;
/// So many pods may be on their way at once; with fewer, new things happen to settled ones.
constexpr std::size_t MostUnderway = 200;

const char *typeText(PodEvent::Type type)
{
    switch (type) {
    case PodEvent::Type::Added: return "ADDED";
    case PodEvent::Type::Modified: return "MODIFIED";
    case PodEvent::Type::Deleted: break;
    }
    return "DELETED";
}

bool isSettled(const PodLife &life)
{
    return life.stage == Stage::Ready;
}

} // namespace

PodFleet::PodFleet(const Options &options)
    : m_options(options)
    , m_draw(options.seed)
    , m_microseconds(Start * 1'000'000)
    , m_version(1'000'000)
{
    const std::uint32_t workloads = std::min(options.pods / PodsOfWorkload + 1, MostWorkloads);
    const std::uint32_t share = (options.pods + workloads - 1) / workloads;
    for (std::uint32_t index = 0; index < workloads; ++index)
        m_workloads.push_back(makeWorkload(options.seed, index));
    m_pods.resize(options.pods);
    for (std::uint32_t pod = 0; pod < options.pods; ++pod) {
        m_pods[pod].workload = pod / share;
        m_pods[pod].ordinal = pod % share;
        settle(m_pods[pod]);
        if (!isSettled(m_pods[pod]))
            m_underway.push_back(pod);
    }
}

/// As if it had been there for a while.
void PodFleet::settle(PodLife &life)
{
    std::uint32_t at = now() - 60 - m_draw.below(20 * 86'400);
    life.identity = m_draw.next();
    life.node = static_cast<std::uint16_t>(m_draw.below(m_options.nodes));
    enter(life, Stage::Created, at);
    enter(life, Stage::Bound, at);
    enter(life, Stage::Creating, at + 1);
    enter(life, Stage::Started, at += 2 + m_draw.below(10));
    enter(life, Stage::Ready, at += 5 + m_draw.below(10));
    if (m_draw.once(8)) {
        enter(life, Stage::Crashed, at += 5);
        enter(life, Stage::BackOff, at += 1);
        if (!m_draw.once(10)) {
            enter(life, Stage::Started, at += 10);
            enter(life, Stage::Ready, at += 5);
        }
    }
    m_version += 1 + m_draw.below(4);
    life.version = m_version;
}

std::string PodFleet::name(std::uint32_t pod) const
{
    return PodFacts(workloadOf(pod), m_pods[pod]).name;
}

std::string_view PodFleet::object(std::uint32_t pod)
{
    m_text.clear();
    appendPod(m_text, workloadOf(pod), m_pods[pod], true);
    return m_text;
}

Stage PodFleet::somethingNew(PodLife &life)
{
    const std::uint32_t chance = m_draw.below(100);
    if (chance < 45)
        return Stage::NotReady;
    if (chance < 60)
        return Stage::Crashed;
    if (chance < 75) {
        life.noted = now();
        ++life.notes;
        return Stage::Ready;
    }
    return Stage::Terminating;
}

/// One that is under way, the likelier the more are; or any.
std::uint32_t PodFleet::chosen()
{
    if (m_draw.below(MostUnderway) < m_underway.size())
        return m_underway[m_draw.below(static_cast<std::uint32_t>(m_underway.size()))];
    return m_draw.below(size());
}

PodEvent PodFleet::next()
{
    m_microseconds += 1'000'000 / m_options.eventsPerSecond;
    m_version += 1 + m_draw.below(3);
    const std::uint32_t pod = chosen();
    PodLife &life = m_pods[pod];
    const bool wasSettled = isSettled(life);
    PodEvent event{PodEvent::Type::Modified, pod, nextStage(life)};
    if (life.stage == Stage::Gone) {
        life = PodLife{.identity = m_draw.next(), .workload = life.workload, .ordinal = life.ordinal};
        life.node = static_cast<std::uint16_t>(m_draw.below(m_options.nodes));
        event = {PodEvent::Type::Added, pod, Stage::Created};
    } else if (wasSettled) {
        event.stage = somethingNew(life);
    } else if (event.stage == Stage::Gone) {
        event.type = PodEvent::Type::Deleted;
    } else if (life.stage == Stage::Created && m_draw.once(8)) {
        event.stage = Stage::Unschedulable;
    }
    if (event.stage != Stage::Ready || !wasSettled)
        enter(life, event.stage, now());
    life.version = m_version;

    if (wasSettled && !isSettled(life)) {
        m_underway.push_back(pod);
    } else if (!wasSettled && isSettled(life)) {
        *std::find(m_underway.begin(), m_underway.end(), pod) = m_underway.back();
        m_underway.pop_back();
    }
    return event;
}

std::string_view PodFleet::line(const PodEvent &event)
{
    m_text.clear();
    append(m_text, {"{\"type\":\"", typeText(event.type), "\",\"object\":"});
    appendPod(m_text, workloadOf(event.pod), m_pods[event.pod], true);
    m_text += '}';
    return m_text;
}

std::string_view PodFleet::tableLine(const PodEvent &event)
{
    const PodLife &life = m_pods[event.pod];
    m_text.clear();
    append(m_text, {"{\"type\":\"", typeText(event.type),
                    R"(","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":")",
                    std::to_string(life.version), R"("},"columnDefinitions":)", m_saidColumns ? "null" : PodColumns,
                    R"(,"rows":[{"cells":)"});
    m_saidColumns = true;
    appendCells(m_text, workloadOf(event.pod), life, now());
    m_text += ",\"object\":";
    appendPod(m_text, workloadOf(event.pod), life, true);
    m_text += "}]}}";
    return m_text;
}

std::string PodFleet::page(const char *head, const char *items, std::uint32_t first, std::uint32_t count,
                           bool table) const
{
    const std::uint32_t end = first + std::min(count, size() - first);
    std::string text;
    text.reserve((end - first) * std::size_t(8500) + 4096);
    append(text, {head, R"("apiVersion":")", table ? "meta.k8s.io/v1" : "v1", R"(","metadata":{"resourceVersion":")",
                  std::to_string(m_version), "\""});
    if (end < size())
        append(text, {R"(,"continue":"next-)", std::to_string(end), R"(","remainingItemCount":)",
                      std::to_string(size() - end)});
    append(text, {"},", items});
    bool isFirst = true;
    for (std::uint32_t pod = first; pod < end; ++pod) {
        if (!exists(pod))
            continue;
        text += isFirst ? "" : ",";
        isFirst = false;
        if (table) {
            text += "{\"cells\":";
            appendCells(text, workloadOf(pod), m_pods[pod], now());
            text += ",\"object\":";
        }
        appendPod(text, workloadOf(pod), m_pods[pod], table);
        text += table ? "}" : "";
    }
    text += "]}";
    return text;
}

std::string PodFleet::listPage(std::uint32_t first, std::uint32_t count) const
{
    return page("{\"kind\":\"PodList\",", "\"items\":[", first, count, false);
}

std::string PodFleet::tablePage(std::uint32_t first, std::uint32_t count) const
{
    const std::string items = std::string("\"columnDefinitions\":") + PodColumns + ",\"rows\":[";
    return page("{\"kind\":\"Table\",", items.c_str(), first, count, true);
}

} // namespace wk::test
