// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisions.h"

#include "core/resource/allchanges.h"
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

bool isOfSpec(std::string_view path)
{
    const std::string_view root = path.substr(0, path.find_first_of(".["));
    return root != "status" && root != "metadata";
}

/// Of a few changes all are told; of many the first are the weightiest.
bool changesSpec(const Changes &changes, const LifeRevision &before, const LifeRevision &after)
{
    if (changes.worth != ChangeWorth::Substance)
        return false;
    int told = 0;
    for (const ToldChange &change : changes.first) {
        if (isOfSpec(change.path))
            return true;
        ++told;
    }
    if (changes.total <= told)
        return false;
    const AllChanges all = allChanges(before.object->body.object(), after.object->body.object());
    return std::ranges::any_of(all.changes, [](const PathChange &change) { return isOfSpec(change.field.path); });
}

/// The rows that tell of it; none where there is no such object.
std::vector<ObjectRow> latestOf(const HistorySnapshot &log, const ObjectRef &object, std::optional<RowId> upTo)
{
    const std::vector<ObjectLives> objects = objectsNamed(log, object);
    for (auto lives = objects.rbegin(); lives != objects.rend(); ++lives) {
        if (!object.uid.empty() && log.newestOf(lives->front()).object->uid != object.uid)
            continue;
        if (std::vector<ObjectRow> rows = rowsOf(log, *lives, upTo); !rows.empty())
            return rows;
    }
    return {};
}

} // namespace

std::vector<LifeRevision> latestLife(const HistorySnapshot &log, const ObjectRef &object, std::optional<RowId> upTo,
                                     std::size_t most)
{
    return revisionsAt(log, latestOf(log, object, upTo), most);
}

std::vector<Revision> newestRevisions(const HistorySnapshot &log, const ObjectRef &object,
                                      const RevisionsWanted &wanted, const std::vector<Revision> &known)
{
    const std::vector<ObjectRow> rows = latestOf(log, object, wanted.upTo);
    std::size_t first = rows.size() - std::min(rows.size(), wanted.most);
    const auto kept = wanted.kept ? std::ranges::find(rows, *wanted.kept, &ObjectRow::row) : rows.end();
    if (kept != rows.end())
        first = std::min(first, std::size_t(std::max(kept - rows.begin() - 1, std::ptrdiff_t(0))));
    std::vector<Revision> newest;
    const auto rowOf = [](const Revision &revision) { return revision.of.row; };
    for (std::size_t i = rows.size(); i-- > first;) {
        const auto same = std::ranges::lower_bound(known, rows[i].row, {}, rowOf);
        const bool isKnown = same != known.end() && same->of.row == rows[i].row;
        const Columns later = newest.empty() ? nullptr : newest.back().of.table;
        newest.push_back({isKnown ? same->of : revisionAt(log, rows[i], later), int(i) + 1, {}});
    }
    std::ranges::reverse(newest);
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
            revision.isOfSpec = same->second->isOfSpec;
            continue;
        }
        const ObjectPtr &before = revisions[i - 1].of.object;
        revision.changes = describeChanges(before, revision.of.object);
        revision.isOfSpec = revision.changes && changesSpec(*revision.changes, revisions[i - 1].of, revision.of);
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
