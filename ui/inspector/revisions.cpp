// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisions.h"

#include "core/resource/compare.h"

#include <algorithm>
#include <unordered_map>

namespace wk {

namespace {

/// Who wrote each path last on the way.
std::map<std::string, Verdict> lastVerdicts(const std::vector<Revision> &steps)
{
    std::map<std::string, Verdict> verdicts;
    std::string before = steps.front().of.object->body.object();
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const std::string after = steps[i].of.object->body.object();
        const Attribution attribution(before, after, spanOf(steps[i]));
        for (const PathChange &change : allChanges(before, after).changes)
            verdicts.insert_or_assign(change.field.path, attribution.of(change));
        before = after;
    }
    return verdicts;
}

} // namespace

std::vector<Revision> newestRevisions(const EventLog &log, const ObjectRef &object, std::optional<RowId> upTo)
{
    const std::vector<LifeId> lives = livesNamed(log, object.resource, object.ns, object.name);
    std::vector<LifeRevision> all;
    for (auto life = lives.rbegin(); life != lives.rend() && all.empty(); ++life) {
        if (object.uid.empty() || log.newestOf(*life).object->uid == object.uid)
            all = revisionsOf(log, *life, upTo);
    }
    std::vector<Revision> newest;
    const std::size_t first = all.size() - std::min(all.size(), RevisionsShown);
    for (std::size_t i = first; i < all.size(); ++i)
        newest.push_back({std::move(all[i]), int(i) + 1, {}});
    return newest;
}

std::vector<Revision> described(std::vector<Revision> revisions, const std::vector<Revision> &known)
{
    std::unordered_map<RowId, ChangesPtr> told;
    for (const Revision &revision : known)
        told.emplace(revision.of.row, revision.changes);
    for (std::size_t i = 1; i < revisions.size(); ++i) {
        const auto same = told.find(revisions[i].of.row);
        revisions[i].changes = same != told.end() && same->second
                                   ? same->second
                                   : describeChanges(revisions[i - 1].of.object, revisions[i].of.object);
    }
    return revisions;
}

RevisionSpan spanOf(const Revision &revision)
{
    const bool isSeen = revision.of.origin == EntryClass::Live || revision.of.origin == EntryClass::Resumed;
    return isSeen ? RevisionSpan::OneWrite : RevisionSpan::MaybeSeveral;
}

Result<DiffText> stepsDiff(const std::vector<Revision> &steps)
{
    const std::string before = steps.front().of.object->body.object();
    const std::string after = steps.back().of.object->body.object();
    if (steps.size() == 2)
        return diffText(before, after, spanOf(steps.back()));
    if (steps.size() > StepsRead)
        return diffText(before, after, RevisionSpan::MaybeSeveral);
    const std::map<std::string, Verdict> verdicts = lastVerdicts(steps);
    return diffText(before, after, [&](const PathChange &change) -> Verdict {
        const auto found = verdicts.find(change.field.path);
        return found != verdicts.end() ? found->second : AmbiguousWriter{{}, Doubt::SeveralWrites};
    });
}

} // namespace wk
