// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/compare.h"

#include "core/json/document.h"
#include "core/resource/changewalk.h"
#include "core/resource/fieldweight.h"
#include "core/resource/textwalk.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

/// How many changes an event tells.
constexpr std::ptrdiff_t ChangesShown = 3;

/// Keeps the few changes that a person looks for. Their texts' memory is kept from one comparison to the next: most are
/// soon pushed out by others.
class FirstChanges : public ChangeSink
{
public:
    void clear()
    {
        m_total = 0;
        m_count = 0;
    }
    FieldChange *changed(const ChangePath &path, FieldChange::Kind kind, ChangeWorth) override
    {
        ++m_total;
        // Of two that weigh the same, what is there now says more than what has gone.
        const int weight = 2 * fieldWeight(path.words()) + (kind == FieldChange::Kind::Removed ? 1 : 0);
        const auto place = std::upper_bound(m_weights.begin(), m_weights.begin() + m_count, weight);
        if (place == m_weights.end())
            return nullptr;
        // The last one, or a free one, comes here.
        const auto to = place - m_weights.begin();
        const auto last = m_count == ChangesShown ? m_count - 1 : m_count++;
        std::rotate(place, m_weights.begin() + last, m_weights.begin() + last + 1);
        std::rotate(m_changes.begin() + to, m_changes.begin() + last, m_changes.begin() + last + 1);
        *place = weight;
        return &m_changes[std::size_t(to)];
    }
    Changes changes() const
    {
        Changes changes;
        changes.total = m_total;
        changes.first = ToldChanges(std::span(m_changes).first(std::size_t(m_count)));
        return changes;
    }

private:
    std::array<FieldChange, ChangesShown> m_changes;
    std::array<int, ChangesShown> m_weights{}; ///< of each, the least first: it says most
    std::ptrdiff_t m_count = 0;
    int m_total = 0;
};

/// One thread, one comparison at a time; the parsers' buffers stay.
class Comparison
{
public:
    Changes run(const json::ReadText &before, const json::ReadText &after)
    {
        start();
        if (!m_texts.compare(before, after)) {
            start();
            const auto a = m_before.parse(before.text);
            const auto b = m_after.parse(after.text);
            if (a && b)
                m_walk.compare(*a, *b, json::Place::Root);
        }
        Changes changes = m_first.changes();
        changes.worth = m_walk.worth();
        return changes;
    }

private:
    void start()
    {
        m_first.clear();
        m_walk.start();
    }

    FirstChanges m_first;
    ChangeWalk m_walk{m_first, ChangeWalk::Detail::Telling};
    TextWalk m_texts{m_walk};
    json::Document m_before;
    json::Document m_after;
};

void addIfSet(std::vector<FieldChange> &changes, const char *path, std::string value)
{
    if (!value.empty())
        changes.push_back({path, {}, std::move(value), FieldChange::Kind::Added});
}

Changes birthOf(const Object &object)
{
    std::vector<FieldChange> first;
    addIfSet(first, "phase", object.phase);
    const auto owner =
        std::find_if(object.owners.begin(), object.owners.end(), [](const OwnerReference &o) { return o.controller; });
    if (owner != object.owners.end())
        addIfSet(first, "owner", owner->kind + ' ' + owner->name);
    addIfSet(first, "node", object.node);
    Changes changes;
    changes.total = static_cast<int>(first.size());
    changes.first = first;
    return changes;
}

} // namespace

namespace {

bool isOf(const ManagedFields &a, const ManagedFields &b)
{
    return a.manager == b.manager && a.operation == b.operation && a.subresource == b.subresource;
}

/// A writer's entry gets the time of the write. Fields that somebody else takes over go from an entry without that; so
/// one that keeps its time, a second at the finest, has written only if that is the newest and it has lost nothing.
/// Source: structured-merge-diff, merge.Updater; apimachinery, managedfieldsupdater.go.
bool hasWritten(const ManagedFields &before, const ManagedFields &now, std::span<const ManagedFields> all)
{
    if (now.time != before.time)
        return true;
    const bool isNewest = std::ranges::none_of(all, [&](const ManagedFields &other) { return other.time > now.time; });
    return isNewest && now.fieldsHash != before.fieldsHash && now.fieldsCount >= before.fieldsCount;
}

} // namespace

std::vector<std::string> movedManagers(const Managers &before, const Managers &after)
{
    // Their room stays: each event asks.
    thread_local std::vector<ManagedFields> was;
    thread_local std::vector<ManagedFields> is;
    was.assign(before.begin(), before.end());
    is.assign(after.begin(), after.end());
    const auto hasMoved = [](const ManagedFields &entry) {
        const auto same = std::ranges::find_if(was, [&](const ManagedFields &old) { return isOf(old, entry); });
        return same == was.end() || hasWritten(*same, entry, is);
    };
    thread_local std::vector<const ManagedFields *> moved;
    moved.clear();
    for (const ManagedFields &entry : is) {
        if (hasMoved(entry))
            moved.push_back(&entry);
    }
    if (moved.size() > 1)
        std::stable_sort(moved.begin(), moved.end(), [](const auto *a, const auto *b) { return a->time > b->time; });
    std::vector<std::string> names;
    names.reserve(moved.size());
    for (const ManagedFields *entry : moved) {
        if (std::find(names.begin(), names.end(), entry->manager) == names.end())
            names.emplace_back(entry->manager);
    }
    return names;
}

std::shared_ptr<Changes> compareFields(const json::ReadText &before, const json::ReadText &after)
{
    thread_local Comparison comparison;
    return std::make_shared<Changes>(comparison.run(before, after));
}

ChangesPtr compareRevisions(std::string_view before, std::string_view after, const Managers &managersBefore,
                            const Managers &managersAfter)
{
    auto changes = compareFields(before, after);
    changes->managers = movedManagers(managersBefore, managersAfter);
    return changes;
}

ChangesPtr describeChanges(const ObjectPtr &before, const ObjectPtr &after)
{
    if (!after)
        return {};
    if (before)
        return compareRevisions(before->body.object(), after->body.object(), before->managers, after->managers);
    auto changes = std::make_shared<Changes>(birthOf(*after));
    changes->managers = movedManagers({}, after->managers);
    return changes;
}

} // namespace wk
