// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"
#include "tests/simulation/validators/replay.h"

#include <algorithm>

namespace wk::sim {

namespace {

/// What a recorded line says: its keys are sorted, so its text is another.
State meant(const KindHistory &kind, State state)
{
    const auto found = kind.meanings.find(state.content);
    if (found != kind.meanings.end())
        state.content = found->second;
    return state;
}

/// What the client told, as a recording has it: of a list an addition for each object, and nothing of what no server
/// says.
std::vector<RecordedEvent> toldEvents(const KindHistory &kind)
{
    std::vector<RecordedEvent> events;
    for (const Delivery &delivery : kind.delivered) {
        if (delivery.type == EntryType::List) {
            for (const State &state : delivery.objects)
                events.push_back({EntryType::Added, meant(kind, state)});
        } else if (delivery.type == EntryType::Bookmark) {
            events.push_back({EntryType::Bookmark, {0, 0, delivery.state.revision, 0}});
        } else if (isSeen(delivery) || isInferred(delivery)) {
            events.push_back({delivery.type, meant(kind, delivery.state)});
        }
    }
    return events;
}

std::string words(const KindHistory &kind, const std::vector<RecordedEvent> &events, std::size_t index)
{
    if (index >= events.size())
        return "nothing";
    return std::string(typeName(events[index].type)) + " " + nameOf(kind, events[index].state);
}

void checkEvents(const KindHistory &kind, const std::vector<RecordedEvent> &recorded, Findings &found)
{
    const std::vector<RecordedEvent> told = toldEvents(kind);
    const auto [mine, theirs] = std::mismatch(told.begin(), told.end(), recorded.begin(), recorded.end());
    if (mine == told.end() && theirs == recorded.end())
        return;
    const auto index = std::size_t(mine - told.begin());
    found.add(kind, "event " + std::to_string(index) + " of the recording is " + words(kind, recorded, index) +
                        " where " + words(kind, told, index) + " was told");
}

void checkStore(const KindHistory &kind, const std::vector<RecordedEvent> &recorded, Findings &found)
{
    StateByKey held;
    for (const RecordedEvent &event : recorded) {
        Delivery delivery;
        delivery.type = event.type;
        delivery.state = event.state;
        sim::apply(held, delivery);
    }
    std::uint64_t replayed = 0;
    for (const auto &[key, state] : held)
        replayed ^= hashOf(state);
    std::uint64_t store = 0;
    for (const State &state : kind.store)
        store ^= hashOf(meant(kind, state));
    if (replayed != store)
        found.add(kind, "who reads the recording again does not come to what the store holds");
}

void checkCut(const KindHistory &kind, const CutRecording &cut, Findings &found)
{
    const auto &whole = kind.recorded;
    if (cut.read.size() > whole.size() || !std::equal(cut.read.begin(), cut.read.end(), whole.begin()))
        found.add(kind, "a recording that was cut is no prefix of itself");
    else if (cut.read.size() != cut.lines)
        found.add(kind, "of a recording cut behind " + std::to_string(cut.lines) + " lines " +
                            std::to_string(cut.read.size()) + " can be read");
}

} // namespace

/// V13: who reads the recorded lines again comes to the same events and to the same store; cut at any byte they are
/// a prefix of themselves, of all whole lines.
Violations checkRecording(const History &history)
{
    Findings found("V13");
    for (const KindHistory &kind : history.kinds) {
        if (!kind.hasRecording)
            continue;
        std::vector<RecordedEvent> recorded = kind.recorded;
        std::erase_if(recorded, [](const RecordedEvent &event) { return event.type == EntryType::Error; });
        checkEvents(kind, recorded, found);
        checkStore(kind, recorded, found);
        for (const CutRecording &cut : kind.cuts)
            checkCut(kind, cut, found);
    }
    return found.take();
}

} // namespace wk::sim
