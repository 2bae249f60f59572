// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/compare.h"

#include "core/json/document.h"
#include "core/json/equal.h"
#include "core/json/members.h"
#include "core/resource/fieldweight.h"
#include "core/resource/listkeys.h"
#include "core/resource/shortvalue.h"

#include <algorithm>
#include <unordered_map>

namespace wk {

namespace dom = simdjson::dom;
using json::isEqual;
using json::Member;
using json::Place;

namespace {

/// Below this, values are compared but not followed: lists are looked at once a level. A CRD's schema is 40 levels
/// deep.
constexpr int DepthFollowed = 64;

/// How many changes an event tells.
constexpr std::size_t ChangesShown = 3;

bool isIgnored(Place place, std::string_view key)
{
    return place == Place::Metadata && (key == "resourceVersion" || key == "generation" || key == "managedFields");
}

bool isPlainName(std::string_view key)
{
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '-' || c == '$';
    });
}

/// What is left of two objects behind their last common key in step, sorted by key.
std::vector<Member> restOf(dom::object::iterator from, const dom::object::iterator &end)
{
    std::vector<Member> rest;
    for (; from != end; ++from)
        rest.push_back({from.key(), from.value()});
    std::stable_sort(rest.begin(), rest.end(), [](const Member &a, const Member &b) { return a.key < b.key; });
    return rest;
}

/// Walks two revisions side by side. One thread, one comparison at a time; the parsers' buffers stay.
class Comparison
{
public:
    Changes run(std::string_view before, std::string_view after)
    {
        m_found.clear();
        m_total = 0;
        m_path.clear();
        const auto a = m_before.parse(before);
        const auto b = m_after.parse(after);
        if (a && b)
            compareValues(*a, *b, Place::Root);
        Changes changes;
        changes.total = m_total;
        for (Found &found : m_found)
            changes.first.push_back(std::move(found.change));
        return changes;
    }

private:
    struct Found {
        FieldChange change;
        int weight = 0;
    };

    /// Takes back, at the end of its life, what was added to the path.
    class Descent
    {
    public:
        explicit Descent(std::string &path)
            : m_path(path)
            , m_length(path.size())
        {}
        ~Descent() { m_path.resize(m_length); }
        Descent(const Descent &) = delete;
        Descent &operator=(const Descent &) = delete;

    private:
        std::string &m_path;
        std::size_t m_length;
    };

    void goInto(std::string_view key)
    {
        if (isPlainName(key)) {
            if (!m_path.empty())
                m_path += '.';
            m_path += key;
        } else {
            m_path += "[\"";
            m_path += key;
            m_path += "\"]";
        }
    }

    /// Keeps the change if it is among the first; the caller has made the texts only then.
    template <class Texts>
    void report(FieldChange::Kind kind, Texts texts)
    {
        ++m_total;
        const int weight = fieldWeight(m_path);
        const auto lighter = [](int left, const Found &right) { return left < right.weight; };
        const auto place = std::upper_bound(m_found.begin(), m_found.end(), weight, lighter);
        if (place == m_found.end() && m_found.size() == ChangesShown)
            return;
        auto [before, after] = texts();
        m_found.insert(place, {{m_path, std::move(before), std::move(after), kind}, weight});
        if (m_found.size() > ChangesShown)
            m_found.pop_back();
    }

    /// Tells a value that came or went: an object by the one field that says most of it, a list element by element.
    void reportOnly(FieldChange::Kind kind, const dom::element &value)
    {
        if (value.is_object())
            return reportObject(kind, value);
        if (value.is_array())
            return reportList(kind, value);
        reportWhole(kind, value);
    }

    void reportWhole(FieldChange::Kind kind, const dom::element &value)
    {
        const bool added = kind == FieldChange::Kind::Added;
        report(kind, [&] {
            std::string text = shortValue(value);
            return added ? std::pair(std::string(), std::move(text)) : std::pair(std::move(text), std::string());
        });
    }

    void reportObject(FieldChange::Kind kind, const dom::element &value)
    {
        const dom::object object(value);
        const Descent descent(m_path);
        dom::element telling;
        for (const std::string_view key : {"status", "value"}) {
            if (object.at_key(key).get(telling) == simdjson::SUCCESS && !telling.is_object() && !telling.is_array()) {
                goInto(key);
                return reportWhole(kind, telling);
            }
        }
        if (object.size() != 1)
            return reportWhole(kind, value);
        goInto(object.begin().key());
        reportOnly(kind, object.begin().value());
    }

    void reportList(FieldChange::Kind kind, const dom::element &value)
    {
        const dom::array list(value);
        const auto keyed = keyedLists(listName(), list, list);
        if (!keyed || keyed->after.empty())
            return reportWhole(kind, value);
        for (const dom::element element : list) {
            const Descent descent(m_path);
            m_path += keySubscript(keyed->key, dom::object(element));
            reportOnly(kind, element);
        }
    }

    void compareValues(const dom::element &a, const dom::element &b, Place place)
    {
        ++m_depth;
        if (m_depth <= DepthFollowed && a.is_object() && b.is_object())
            compareObjects(dom::object(a), dom::object(b), place);
        else if (!isEqual(a, b))
            compareUnequal(a, b);
        --m_depth;
    }

    void compareUnequal(const dom::element &a, const dom::element &b)
    {
        if (m_depth <= DepthFollowed && a.is_array() && b.is_array())
            compareLists(dom::array(a), dom::array(b));
        else
            report(FieldChange::Kind::Replaced, [&] { return shortValues(a, b); });
    }

    void compareMembers(std::string_view key, const dom::element &a, const dom::element &b, Place place)
    {
        if (isIgnored(place, key))
            return;
        const bool collection = a.is_object() || a.is_array();
        if (!collection && isEqual(a, b))
            return;
        const Descent descent(m_path);
        goInto(key);
        compareValues(a, b, json::memberPlace(place, key));
    }

    void reportMember(FieldChange::Kind kind, const Member &member, Place place)
    {
        if (isIgnored(place, member.key))
            return;
        const Descent descent(m_path);
        goInto(member.key);
        reportOnly(kind, member.value);
    }

    void compareObjects(const dom::object &a, const dom::object &b, Place place)
    {
        auto ia = a.begin();
        auto ib = b.begin();
        for (; ia != a.end() && ib != b.end() && ia.key() == ib.key(); ++ia, ++ib)
            compareMembers(ia.key(), ia.value(), ib.value(), place);
        const std::vector<Member> restA = restOf(ia, a.end());
        const std::vector<Member> restB = restOf(ib, b.end());
        auto ra = restA.begin();
        auto rb = restB.begin();
        while (ra != restA.end() || rb != restB.end()) {
            if (rb == restB.end() || (ra != restA.end() && ra->key < rb->key)) {
                reportMember(FieldChange::Kind::Removed, *ra++, place);
            } else if (ra == restA.end() || rb->key < ra->key) {
                reportMember(FieldChange::Kind::Added, *rb++, place);
            } else {
                compareMembers(ra->key, ra->value, rb->value, place);
                ++ra;
                ++rb;
            }
        }
    }

    /// The name of the list at the end of the path.
    std::string_view listName() const
    {
        const std::string_view path = m_path;
        return path.substr(path.rfind('.') + 1);
    }

    void compareLists(const dom::array &a, const dom::array &b)
    {
        if (const auto keyed = keyedLists(listName(), a, b))
            return compareByKey(a, b, *keyed);
        if (a.size() != b.size())
            return report(FieldChange::Kind::Replaced, [&] { return shortLists(a, b); });
        std::size_t index = 0;
        auto ib = b.begin();
        for (const dom::element element : a) {
            const Descent descent(m_path);
            m_path += '[' + std::to_string(index++) + ']';
            compareValues(element, *ib, Place::Elsewhere);
            ++ib;
        }
    }

    void compareByKey(const dom::array &a, const dom::array &b, const KeyedLists &keyed)
    {
        std::unordered_map<std::string_view, dom::element> byKey;
        std::size_t index = 0;
        for (const dom::element element : a)
            byKey.emplace(keyed.before[index++], element);
        std::vector<std::string_view> shared;
        index = 0;
        for (const dom::element element : b) {
            const std::string &key = keyed.after[index++];
            const auto found = byKey.find(key);
            const Descent descent(m_path);
            m_path += keySubscript(keyed.key, dom::object(element));
            if (found == byKey.end()) {
                reportOnly(FieldChange::Kind::Added, element);
                continue;
            }
            shared.push_back(key);
            compareValues(found->second, element, Place::Elsewhere);
            byKey.erase(found);
        }
        reportOrder(keyed, shared, byKey);
        index = 0;
        for (const dom::element element : a) {
            if (!byKey.contains(keyed.before[index++]))
                continue;
            const Descent descent(m_path);
            m_path += keySubscript(keyed.key, dom::object(element));
            reportOnly(FieldChange::Kind::Removed, element);
        }
    }

    /// Elements that are in both lists, but in another order, are one change.
    template <class Gone>
    void reportOrder(const KeyedLists &keyed, const std::vector<std::string_view> &after, const Gone &gone)
    {
        std::vector<std::string_view> before;
        std::copy_if(keyed.before.begin(), keyed.before.end(), std::back_inserter(before),
                     [&gone](const std::string &key) { return !gone.contains(key); });
        if (before == after)
            return;
        report(FieldChange::Kind::Replaced, [&] { return std::pair(shortKeys(before), shortKeys(after)); });
    }

    json::Document m_before;
    json::Document m_after;
    std::string m_path;
    std::vector<Found> m_found;
    int m_total = 0;
    int m_depth = 0;
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
bool hasWritten(const ManagedFields &before, const ManagedFields &now, const std::vector<ManagedFields> &all)
{
    if (now.time != before.time)
        return true;
    const bool isNewest = std::ranges::none_of(all, [&](const ManagedFields &other) { return other.time > now.time; });
    return isNewest && now.fieldsHash != before.fieldsHash && now.fieldsCount >= before.fieldsCount;
}

} // namespace

std::vector<std::string> movedManagers(const std::vector<ManagedFields> &before,
                                       const std::vector<ManagedFields> &after)
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
            names.push_back(entry->manager);
    }
    return names;
}

ChangesPtr compareRevisions(std::string_view before, std::string_view after,
                            const std::vector<ManagedFields> &managersBefore,
                            const std::vector<ManagedFields> &managersAfter)
{
    thread_local Comparison comparison;
    auto changes = std::make_shared<Changes>(comparison.run(before, after));
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
