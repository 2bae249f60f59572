// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisions.h"

#include "core/resource/compare.h"
#include "core/resource/likelywriters.h"

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
        const Attribution attribution(before, after, spanOf(steps[i].of));
        for (const PathChange &change : allChanges(before, after).changes)
            verdicts.insert_or_assign(change.field.path, attribution.of(change));
        before = after;
    }
    return verdicts;
}

} // namespace

std::vector<LifeRevision> latestLife(const EventLog &log, const ObjectRef &object, std::optional<RowId> upTo,
                                     std::size_t most)
{
    const std::vector<LifeId> lives = livesNamed(log, object.resource, object.ns, object.name);
    std::vector<LifeRevision> latest;
    for (auto life = lives.rbegin(); life != lives.rend() && latest.empty(); ++life) {
        if (object.uid.empty() || log.newestOf(*life).object->uid == object.uid)
            latest = revisionsOf(log, *life, upTo, most);
    }
    return latest;
}

std::vector<Revision> newestRevisions(const EventLog &log, const ObjectRef &object, std::optional<RowId> upTo,
                                      std::optional<RowId> kept)
{
    std::vector<LifeRevision> all = latestLife(log, object, upTo);
    std::vector<Revision> newest;
    std::size_t first = all.size() - std::min(all.size(), RevisionsShown);
    const auto at = kept ? std::ranges::find(all, *kept, &LifeRevision::row) : all.end();
    if (at != all.end())
        first = std::min(first, std::size_t(std::max(at - all.begin() - 1, std::ptrdiff_t(0))));
    for (std::size_t i = first; i < all.size(); ++i)
        newest.push_back({std::move(all[i]), int(i) + 1, {}});
    return newest;
}

std::vector<Revision> described(std::vector<Revision> revisions, const std::vector<Revision> &known)
{
    std::unordered_map<RowId, const Revision *> told;
    for (const Revision &revision : known)
        told.emplace(revision.of.row, &revision);
    for (std::size_t i = 1; i < revisions.size(); ++i) {
        Revision &revision = revisions[i];
        const auto same = told.find(revision.of.row);
        if (same != told.end() && same->second->changes) {
            revision.changes = same->second->changes;
            revision.likelyWriters = same->second->likelyWriters;
            continue;
        }
        const ObjectPtr &before = revisions[i - 1].of.object;
        revision.changes = describeChanges(before, revision.of.object);
        if (revision.changes && revision.changes->managers.empty() && !before->body.isNull())
            revision.likelyWriters = likelyWriters(before->body.object(), revision.of.object->body.object());
    }
    return revisions;
}

Result<DiffText> stepsDiff(const std::vector<Revision> &steps)
{
    const std::string before = steps.front().of.object->body.object();
    const std::string after = steps.back().of.object->body.object();
    if (steps.size() == 2)
        return diffText(before, after, spanOf(steps.back().of));
    if (steps.size() > StepsRead)
        return diffText(before, after, RevisionSpan::MaybeSeveral);
    const std::map<std::string, Verdict> verdicts = lastVerdicts(steps);
    return diffText(before, after, [&](const PathChange &change) -> Verdict {
        const auto found = verdicts.find(change.field.path);
        return found != verdicts.end() ? found->second : AmbiguousWriter{{}, Doubt::SeveralWrites};
    });
}

} // namespace wk
