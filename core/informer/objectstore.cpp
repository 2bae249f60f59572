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
    if (before.version != after.version)
        return false;
    // Bodies are equal byte by byte: a server writes one revision in one way.
    return (by == ObjectStore::SameBy::Version && !after.version.isEmpty()) ||
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
void ObjectStore::forEachValue(Index index, const Object &object, Visit visit)
{
    switch (index) {
    case Index::Namespace:
        if (!object.ns.empty())
            visit(object.ns);
        break;
    case Index::Label:
        for (const auto &[key, value] : object.labels)
            visit(key + "=" + value);
        break;
    case Index::OwnerUid:
        for (const OwnerReference &owner : object.owners)
            visit(owner.uid);
        break;
    case Index::Node:
        if (!object.node.empty())
            visit(object.node);
        break;
    }
}

ObjectPtr ObjectStore::find(std::string_view ns, std::string_view name) const
{
    return m_objects.find(ns, name);
}

std::vector<ObjectPtr> ObjectStore::all() const
{
    std::vector<ObjectPtr> objects;
    objects.reserve(m_objects.size());
    m_objects.forEach([&](const ObjectPtr &object) { objects.push_back(object); });
    sortByName(objects);
    return objects;
}

std::vector<ObjectPtr> ObjectStore::byIndex(Index index, const std::string &value) const
{
    auto &values = m_indexes[std::size_t(index)];
    if (!values) {
        values.emplace();
        m_objects.forEach([&](const ObjectPtr &object) { enter(*values, index, object); });
    }
    const auto found = values->find(value);
    if (found == values->end())
        return {};
    std::vector<ObjectPtr> objects(found->second.begin(), found->second.end());
    sortByName(objects);
    return objects;
}

ObjectPtr ObjectStore::put(ObjectPtr object)
{
    ObjectPtr before = m_objects.put(object);
    if (before)
        leave(before);
    enter(object);
    return before;
}

ObjectPtr ObjectStore::remove(std::string_view ns, std::string_view name)
{
    ObjectPtr object = m_objects.remove(ns, name);
    if (object)
        leave(object);
    return object;
}

std::vector<ObjectStore::Difference> ObjectStore::replace(const std::vector<ObjectPtr> &objects, SameBy sameBy)
{
    NamedObjects next;
    next.reserve(objects.size());
    for (const ObjectPtr &object : objects)
        next.put(object);

    std::vector<Difference> gone;
    std::vector<Difference> come;
    m_objects.forEach([&](const ObjectPtr &before) {
        const ObjectPtr after = next.find(before->ns, before->name);
        if (!after || after->uid != before->uid)
            gone.push_back({before, nullptr});
    });
    for (const ObjectPtr &after : objects) {
        const ObjectPtr before = find(after->ns, after->name);
        if (!before || before->uid != after->uid)
            come.push_back({nullptr, after});
        else if (!isSame(*before, *after, sameBy))
            come.push_back({before, after});
        else
            next.put(before);
    }
    std::sort(gone.begin(), gone.end(), [](const Difference &a, const Difference &b) {
        return std::tie(a.before->ns, a.before->name) < std::tie(b.before->ns, b.before->name);
    });

    m_objects.forEach([&](const ObjectPtr &object) { leave(object); });
    m_objects = std::move(next);
    m_objects.forEach([&](const ObjectPtr &object) { enter(object); });

    gone.insert(gone.end(), come.begin(), come.end());
    return gone;
}

void ObjectStore::enter(const ObjectPtr &object)
{
    m_memory += heldBytes(*object);
    for (std::size_t index = 0; index < m_indexes.size(); ++index) {
        if (m_indexes[index])
            enter(*m_indexes[index], Index(index), object);
    }
}

void ObjectStore::leave(const ObjectPtr &object)
{
    m_memory -= heldBytes(*object);
    for (std::size_t index = 0; index < m_indexes.size(); ++index) {
        if (m_indexes[index])
            leave(*m_indexes[index], Index(index), object);
    }
}

void ObjectStore::enter(Values &values, Index index, const ObjectPtr &object)
{
    forEachValue(index, *object, [&](const std::string &value) { values[value].insert(object); });
}

void ObjectStore::leave(Values &values, Index index, const ObjectPtr &object)
{
    forEachValue(index, *object, [&](const std::string &value) {
        const auto found = values.find(value);
        if (found == values.end())
            return;
        found->second.erase(object);
        if (found->second.empty())
            values.erase(found);
    });
}

} // namespace wk
