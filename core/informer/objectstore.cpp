// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/objectstore.h"

#include <algorithm>
#include <tuple>

namespace wk {

namespace {

void sortByName(std::vector<ObjectPtr> &objects)
{
    std::sort(objects.begin(), objects.end(), [](const ObjectPtr &a, const ObjectPtr &b) {
        return std::tie(a->ns, a->name) < std::tie(b->ns, b->name);
    });
}

bool isSame(const Object &before, const Object &after, ObjectStore::SameBy by)
{
    if (before.version != after.version || after.version.isEmpty())
        return false;
    // Bodies are equal byte by byte: a server writes one revision in one way.
    return by == ObjectStore::SameBy::Version ||
           (metadataHash(before) == metadataHash(after) && before.body.object() == after.body.object());
}

} // namespace

std::string objectKey(std::string_view ns, std::string_view name)
{
    std::string key;
    key.reserve(ns.size() + 1 + name.size());
    if (!ns.empty())
        key.append(ns).append("/");
    return key.append(name);
}

template <class Visit>
void ObjectStore::forEachIndexValue(const Object &object, Visit visit)
{
    if (!object.ns.empty())
        visit(Index::Namespace, object.ns);
    for (const auto &[key, value] : object.labels)
        visit(Index::Label, key + "=" + value);
    for (const OwnerReference &owner : object.owners)
        visit(Index::OwnerUid, owner.uid);
    if (!object.node.empty())
        visit(Index::Node, object.node);
}

ObjectPtr ObjectStore::find(std::string_view ns, std::string_view name) const
{
    const auto found = m_objects.find(objectKey(ns, name));
    return found == m_objects.end() ? nullptr : found->second;
}

std::vector<ObjectPtr> ObjectStore::all() const
{
    std::vector<ObjectPtr> objects;
    objects.reserve(m_objects.size());
    for (const auto &[key, object] : m_objects)
        objects.push_back(object);
    sortByName(objects);
    return objects;
}

std::vector<ObjectPtr> ObjectStore::byIndex(Index index, const std::string &value) const
{
    const auto &values = m_indexes[int(index)];
    const auto found = values.find(value);
    if (found == values.end())
        return {};
    std::vector<ObjectPtr> objects(found->second.begin(), found->second.end());
    sortByName(objects);
    return objects;
}

ObjectPtr ObjectStore::put(ObjectPtr object)
{
    ObjectPtr &place = m_objects[objectKey(object->ns, object->name)];
    ObjectPtr before = std::exchange(place, std::move(object));
    if (before)
        leave(before);
    enter(place);
    return before;
}

ObjectPtr ObjectStore::remove(std::string_view ns, std::string_view name)
{
    const auto found = m_objects.find(objectKey(ns, name));
    if (found == m_objects.end())
        return nullptr;
    const ObjectPtr object = std::move(found->second);
    m_objects.erase(found);
    leave(object);
    return object;
}

std::vector<ObjectStore::Difference> ObjectStore::replace(const std::vector<ObjectPtr> &objects, SameBy sameBy)
{
    std::unordered_map<std::string, ObjectPtr> next;
    next.reserve(objects.size());
    for (const ObjectPtr &object : objects)
        next[objectKey(object->ns, object->name)] = object;

    std::vector<Difference> gone;
    std::vector<Difference> come;
    for (const auto &[key, before] : m_objects) {
        const auto after = next.find(key);
        if (after == next.end() || after->second->uid != before->uid)
            gone.push_back({before, nullptr});
    }
    for (const ObjectPtr &after : objects) {
        const ObjectPtr before = find(after->ns, after->name);
        if (!before || before->uid != after->uid)
            come.push_back({nullptr, after});
        else if (!isSame(*before, *after, sameBy))
            come.push_back({before, after});
    }
    std::sort(gone.begin(), gone.end(), [](const Difference &a, const Difference &b) {
        return std::tie(a.before->ns, a.before->name) < std::tie(b.before->ns, b.before->name);
    });

    for (const auto &[key, object] : m_objects)
        leave(object);
    m_objects = std::move(next);
    for (const auto &[key, object] : m_objects)
        enter(object);

    gone.insert(gone.end(), come.begin(), come.end());
    return gone;
}

void ObjectStore::enter(const ObjectPtr &object)
{
    m_memory += heldBytes(*object);
    forEachIndexValue(*object,
                      [&](Index index, const std::string &value) { m_indexes[int(index)][value].insert(object); });
}

void ObjectStore::leave(const ObjectPtr &object)
{
    m_memory -= heldBytes(*object);
    forEachIndexValue(*object, [&](Index index, const std::string &value) {
        auto &values = m_indexes[int(index)];
        const auto found = values.find(value);
        if (found == values.end())
            return;
        found->second.erase(object);
        if (found->second.empty())
            values.erase(found);
    });
}

} // namespace wk
