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
constexpr std::size_t ChangesShown = 3;

/// Keeps the few changes that a person looks for. Their texts' memory is kept from one comparison to the next: most are
/// soon pushed out by others.
class FirstChanges : public ChangeSink
{
public:
    void clear() { m_total = m_count = 0; }
    FieldChange *changed(const ChangePath &path, FieldChange::Kind kind, ChangeWorth) override
    {
        ++m_total;
        // Of two that weigh the same, what is there now says more than what has gone.
        const int weight = 2 * fieldWeight(path.words()) + (kind == FieldChange::Kind::Removed ? 1 : 0);
        const auto lighter = [](int left, const Found &right) { return left < right.weight; };
        const auto end = m_found.begin() + m_count;
        const auto place = std::upper_bound(m_found.begin(), end, weight, lighter);
        if (place == m_found.end())
            return nullptr;
        // The last one, or a free one, comes here.
        const auto last = end == m_found.end() ? end - 1 : end;
        std::rotate(place, last, last + 1);
        m_count = static_cast<int>(last + 1 - m_found.begin());
        place->weight = weight;
        return &place->change;
    }
    Changes changes() const
    {
        Changes changes;
        changes.total = m_total;
        changes.first.reserve(m_found.size());
        for (int i = 0; i < m_count; ++i)
            changes.first.push_back(m_found[std::size_t(i)].change);
        return changes;
    }

private:
    struct Found {
        FieldChange change;
        int weight = 0;
    };
    std::array<Found, ChangesShown> m_found;
    int m_count = 0;
    int m_total = 0;
};

/// One thread, one comparison at a time; the parsers' buffers stay.
class Comparison
{
public:
    Changes run(std::string_view before, std::string_view after)
    {
        start();
        if (!m_texts.compare(before, after)) {
            start();
            const auto a = m_before.parse(before);
            const auto b = m_after.parse(after);
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

void addIfSet(Changes &changes, const char *path, std::string value)
{
    if (!value.empty())
        changes.first.push_back({path, {}, std::move(value), FieldChange::Kind::Added});
}

Changes birthOf(const Object &object)
{
    Changes changes;
    addIfSet(changes, "phase", object.phase);
    const auto owner =
        std::find_if(object.owners.begin(), object.owners.end(), [](const OwnerReference &o) { return o.controller; });
    if (owner != object.owners.end())
        addIfSet(changes, "owner", owner->kind + ' ' + owner->name);
    addIfSet(changes, "node", object.node);
    changes.total = static_cast<int>(changes.first.size());
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

std::vector<std::string> movedManagers(std::span<const ManagedFields> before, std::span<const ManagedFields> after)
{
    std::vector<const ManagedFields *> moved;
    for (const ManagedFields &entry : after) {
        const auto same = std::ranges::find_if(before, [&](const ManagedFields &old) { return isOf(old, entry); });
        if (same == before.end() || hasWritten(*same, entry, after))
            moved.push_back(&entry);
    }
    std::stable_sort(moved.begin(), moved.end(), [](const auto *a, const auto *b) { return a->time > b->time; });
    std::vector<std::string> names;
    for (const ManagedFields *entry : moved) {
        if (std::find(names.begin(), names.end(), entry->manager) == names.end())
            names.emplace_back(entry->manager);
    }
    return names;
}

std::shared_ptr<Changes> compareFields(std::string_view before, std::string_view after)
{
    thread_local Comparison comparison;
    return std::make_shared<Changes>(comparison.run(before, after));
}

ChangesPtr compareRevisions(std::string_view before, std::string_view after,
                            std::span<const ManagedFields> managersBefore, std::span<const ManagedFields> managersAfter)
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
        return compareRevisions(before->body.object(), after->body.object(), before->managers.vector(),
                                after->managers.vector());
    auto changes = std::make_shared<Changes>(birthOf(*after));
    changes->managers = movedManagers({}, after->managers.vector());
    return changes;
}

} // namespace wk
