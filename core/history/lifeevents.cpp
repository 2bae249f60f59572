// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifeevents.h"

#include <algorithm>

namespace wk {

namespace {

bool isSaidAgain(const LifeMoment &before, const LifeMoment &after)
{
    return before.kind == LifeMoment::Kind::Told && after.kind == LifeMoment::Kind::Told &&
           before.subject == after.subject && before.why == after.why && before.who == after.who &&
           before.isWarning == after.isWarning;
}

/// An Event's times are whole seconds, as is the creation.
bool isWithin(const KubeEventStory &story, const LifeSpan &life)
{
    return std::ranges::all_of(story.occurrences, [&life](const Occurrence &some) {
        return life.created && some.from >= *life.created && (!life.ended || some.to <= *life.ended);
    });
}

WallTime happened(const Occurrence &some, std::span<const LifeRevision> revisions)
{
    const bool isInWholeSeconds = std::chrono::floor<std::chrono::seconds>(some.to) == some.to;
    for (const LifeRevision &revision : revisions) {
        if (isInWholeSeconds && revision.arrived >= some.to && revision.arrived < some.to + std::chrono::seconds(1))
            return revision.arrived;
    }
    return std::min(some.to, revisions.back().arrived);
}

} // namespace

std::optional<std::size_t> regardedLife(const KubeEventStory &story, std::span<const LifeSpan> lives)
{
    std::optional<std::size_t> regarded;
    const bool isByUid = givesUid(story.said);
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (isByUid ? lives[i].uid != story.said.regardingUid : !isWithin(story, lives[i]))
            continue;
        if (regarded)
            return {};
        regarded = i;
    }
    return regarded;
}

std::vector<LifeMoment> momentsTold(const KubeEventStory &story, std::span<const LifeRevision> revisions)
{
    std::vector<LifeMoment> moments;
    for (const Occurrence &some : story.occurrences) {
        LifeMoment moment{.kind = LifeMoment::Kind::Told, .time = happened(some, revisions), .isServersTime = true};
        moment.subject = story.said.reason;
        moment.why = lifeWords(story.said.message);
        moment.who = story.said.reporter;
        moment.times = some.times;
        moment.from = std::min(some.from, moment.time);
        moment.isWarning = story.said.warning;
        moments.push_back(std::move(moment));
    }
    return moments;
}

namespace {

/// When something was created is told in whole seconds; what happened to it in that second, to the microsecond.
void createFirst(std::vector<LifeMoment> &life)
{
    const auto second = [](WallTime time) { return std::chrono::floor<std::chrono::seconds>(time); };
    const auto created = std::ranges::find(life, LifeMoment::Kind::Created, &LifeMoment::kind);
    for (const LifeMoment &moment : life) {
        if (created != life.end() && second(moment.time) == second(created->time))
            created->time = std::min(created->time, moment.time);
    }
}

} // namespace

std::vector<LifeMoment> joinedLife(std::vector<LifeMoment> life, std::vector<LifeMoment> told)
{
    life.insert(life.end(), std::make_move_iterator(told.begin()), std::make_move_iterator(told.end()));
    createFirst(life);
    std::ranges::stable_sort(life, {}, &LifeMoment::time);
    std::vector<LifeMoment> joined;
    for (LifeMoment &moment : life) {
        if (joined.empty() || !isSaidAgain(joined.back(), moment)) {
            joined.push_back(std::move(moment));
            continue;
        }
        LifeMoment &last = joined.back();
        last.times += moment.times;
        last.from = std::min(last.from, moment.from);
        last.time = moment.time;
    }
    return joined;
}

} // namespace wk
