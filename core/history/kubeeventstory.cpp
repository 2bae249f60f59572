// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/kubeeventstory.h"

#include <algorithm>

namespace wk {

namespace {

/// `made`: where it says no time of its own.
EventTally tallyOf(const KubeEvent &event, WallTime made)
{
    const WallTime last = event.last.value_or(made);
    return {event.count, event.first.value_or(last), last};
}

/// As far as the object says.
WallTime writtenAt(const Object &event, WallTime told)
{
    WallTime newest = std::max(event.created.value_or(told), told);
    for (const ManagedFields &fields : event.managers)
        newest = std::max(newest, fields.time.value_or(newest));
    return newest;
}

EventEnd endOf(const LifeRevision &deletion, WallTime written)
{
    const auto still = std::chrono::floor<std::chrono::milliseconds>(deletion.arrived - written);
    const bool isInferred = deletion.origin == EntryClass::Inferred;
    const bool isTooSoon = still < LeastTimeToLive && !isInferred;
    return {isTooSoon ? EventEnd::Cause::Deleted : EventEnd::Cause::Expired, deletion.arrived,
            std::max(still, std::chrono::milliseconds(0)), isInferred};
}

bool isOrdered(const std::vector<LifeRevision> &revisions)
{
    return std::ranges::all_of(revisions,
                               [](const LifeRevision &revision) { return revision.object->version.isComparable(); });
}

/// A deletion that was inferred has the version of what it found gone.
bool isEarlier(const LifeRevision &a, const LifeRevision &b)
{
    if (a.object->version == b.object->version)
        return a.type != EntryType::Deleted && b.type == EntryType::Deleted;
    return compare(a.object->version, b.object->version) == std::strong_ordering::less;
}

} // namespace

bool givesUid(const KubeEvent &event)
{
    return !event.regardingUid.empty() && event.regardingUid != event.regardingName;
}

bool regards(const KubeEvent &event, const RegardedObject &subject)
{
    if (givesUid(event) && !subject.uid.empty())
        return event.regardingUid == subject.uid;
    return event.regardingName == subject.name && event.regardingNs == subject.ns &&
           (subject.kind.empty() || event.regardingKind == subject.kind);
}

bool isEventForgotten(EntryType type, const WatchScope *scope)
{
    return type == EntryType::Deleted && scope && isKubeEvents(scope->resource.gvr);
}

std::optional<KubeEventStory> eventStory(std::span<const LifeRevision> revisions)
{
    KubeEventStory story;
    std::vector<EventTally> tallies;
    WallTime written{};
    for (const LifeRevision &revision : revisions) {
        if (auto said = readKubeEvent(*revision.object)) {
            tallies.push_back(tallyOf(*said, revision.object->created.value_or(revision.arrived)));
            written = writtenAt(*revision.object, tallies.back().last);
            story.uid = revision.object->uid;
            story.said = std::move(*said);
        }
        story.end.reset();
        if (revision.type == EntryType::Deleted)
            story.end = endOf(revision, written);
    }
    if (tallies.empty())
        return {};
    story.occurrences = occurrencesOf(tallies);
    return story;
}

std::vector<LifeRevision> mergedRevisions(std::vector<LifeRevision> some, std::vector<LifeRevision> others)
{
    if (!isOrdered(some) || !isOrdered(others))
        return some.size() >= others.size() ? some : others;
    some.insert(some.end(), others.begin(), others.end());
    std::ranges::stable_sort(some, isEarlier);
    const auto isSame = [](const LifeRevision &a, const LifeRevision &b) {
        return a.object->version == b.object->version && a.type == b.type;
    };
    some.erase(std::unique(some.begin(), some.end(), isSame), some.end());
    return some;
}

} // namespace wk
