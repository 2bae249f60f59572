// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lastwrites.h"

#include <algorithm>

namespace wk {

namespace {

/// Who made each of the changes of a step, by their paths in words, which lists that shift leave alone.
std::map<std::string, Verdict> verdictsOf(std::string_view before, std::string_view after, RevisionSpan span)
{
    std::map<std::string, Verdict> verdicts;
    const Attribution attribution(before, after, span);
    for (const PathChange &change : allChanges(before, after).changes)
        verdicts.emplace(change.field.path, attribution.of(change));
    return verdicts;
}

} // namespace

LastWrites::LastWrites(std::span<const LifeRevision> revisions)
{
    if (revisions.empty())
        return;
    revisions = revisions.last(std::min(revisions.size(), StepsRead + 1));
    const std::string last = revisions.back().object->body.object();
    auto after = revisions.rbegin();
    std::size_t read = 0;
    for (auto before = std::next(after); before != revisions.rend() && read < BytesRead; ++before) {
        if (before->object->body.isNull())
            break;
        readStep(*before, *after, last);
        after = before;
        read += before->object->body.objectBytes();
    }
    m_since = after->arrived;
    m_isSinceCreation = after->type == EntryType::Added && spanOf(*after) == RevisionSpan::OneWrite;
}

/// What differs from the last revision before the step and not behind it was written by the step.
void LastWrites::readStep(const LifeRevision &before, const LifeRevision &after, std::string_view last)
{
    const std::string old = before.object->body.object();
    std::vector<PathChange> fresh = allChanges(old, last).changes;
    std::erase_if(fresh, [this](const PathChange &change) {
        return change.pointerAfter.empty() || of(change.pointerAfter) != nullptr;
    });
    if (fresh.empty())
        return;
    const std::map<std::string, Verdict> verdicts = verdictsOf(old, after.object->body.object(), spanOf(after));
    for (PathChange &change : fresh) {
        const auto found = verdicts.find(change.field.path);
        const Verdict by = found != verdicts.end() ? found->second : AmbiguousWriter{{}, Doubt::SeveralWrites};
        m_writes.emplace(std::move(change.pointerAfter), FieldWrite{by, after.arrived});
    }
}

/// Steps are read from the newest back: what is inside of a field was written later than the field itself.
const FieldWrite *LastWrites::of(std::string_view pointer) const
{
    while (!pointer.empty()) {
        if (const auto found = m_writes.find(pointer); found != m_writes.end())
            return &found->second;
        pointer = pointer.substr(0, pointer.rfind('/'));
    }
    return nullptr;
}

} // namespace wk
