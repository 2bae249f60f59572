// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/objecttable.h"

namespace wk::apiserver {

ObjectPtr ObjectTable::put(const std::string &resource, const ObjectPtr &object)
{
    ObjectPtr &place = m_collections[resource][object->key()];
    ObjectPtr previous = std::exchange(place, object);
    if (previous)
        unindex(resource, previous);
    m_byUid[object->uid] = {resource, object->key()};
    for (const std::string &owner : object->owners)
        m_byOwner[owner].insert({resource, object->key()});
    return previous;
}

ObjectPtr ObjectTable::take(const std::string &resource, const std::string &key)
{
    const auto collection = m_collections.find(resource);
    if (collection == m_collections.end())
        return {};
    const auto place = collection->second.find(key);
    if (place == collection->second.end())
        return {};
    ObjectPtr taken = place->second;
    collection->second.erase(place);
    unindex(resource, taken);
    return taken;
}

ObjectPtr ObjectTable::get(const std::string &resource, const std::string &key) const
{
    const Collection &collection = this->collection(resource);
    const auto place = collection.find(key);
    return place == collection.end() ? ObjectPtr() : place->second;
}

const ObjectTable::Collection &ObjectTable::collection(const std::string &resource) const
{
    static const Collection Empty;
    const auto found = m_collections.find(resource);
    return found == m_collections.end() ? Empty : found->second;
}

std::vector<ObjectRef> ObjectTable::dependents(const std::string &uid) const
{
    const auto found = m_byOwner.find(uid);
    if (found == m_byOwner.end())
        return {};
    return {found->second.begin(), found->second.end()};
}

std::optional<ObjectRef> ObjectTable::byUid(const std::string &uid) const
{
    const auto found = m_byUid.find(uid);
    return found == m_byUid.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ObjectRef> ObjectTable::inNamespace(const std::string &nameSpace) const
{
    std::vector<ObjectRef> found;
    const std::string prefix = nameSpace + "/";
    for (const auto &[resource, collection] : m_collections) {
        for (auto it = collection.lower_bound(prefix); it != collection.end() && it->first.starts_with(prefix); ++it)
            found.push_back({resource, it->first});
    }
    return found;
}

Listing ObjectTable::list(const std::string &resource, std::uint64_t revision) const
{
    const Collection &collection = this->collection(resource);
    Listing listing{revision, {}};
    listing.objects.reserve(collection.size());
    for (const auto &[key, object] : collection)
        listing.objects.push_back(object);
    return listing;
}

Stretch ObjectTable::stretch(const std::string &resource, std::uint64_t revision, const std::string &from,
                             std::size_t most) const
{
    const Collection &collection = this->collection(resource);
    Stretch stretch{revision};
    stretch.total = collection.size();
    auto place = collection.lower_bound(from);
    for (; place != collection.end() && stretch.objects.size() < most; ++place)
        stretch.objects.push_back(place->second);
    stretch.hasMore = place != collection.end();
    return stretch;
}

void ObjectTable::unindex(const std::string &resource, const ObjectPtr &object)
{
    m_byUid.erase(object->uid);
    for (const std::string &owner : object->owners) {
        const auto place = m_byOwner.find(owner);
        if (place == m_byOwner.end())
            continue;
        place->second.erase({resource, object->key()});
        if (place->second.empty())
            m_byOwner.erase(place);
    }
}

} // namespace wk::apiserver
