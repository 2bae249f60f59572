// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/storage.h"

namespace wk::apiserver {

WriteResult Storage::create(const std::string &resource, StoredObject object)
{
    const std::lock_guard lock(m_mutex);
    auto [place, isNew] = m_collections[resource].try_emplace(object.key());
    if (!isNew)
        return StorageRefusal::Exists;
    const ObjectPtr stored = stamp(std::move(object));
    place->second = stored;
    index(resource, stored);
    tell(resource, {StorageEvent::Type::Added, stored, {}});
    return stored;
}

WriteResult Storage::update(const std::string &resource, StoredObject object, std::uint64_t expected)
{
    const std::lock_guard lock(m_mutex);
    Collection &collection = m_collections[resource];
    const auto place = collection.find(object.key());
    if (place == collection.end())
        return StorageRefusal::Missing;
    const ObjectPtr previous = place->second;
    if (expected != 0 && previous->revision != expected)
        return StorageRefusal::Stale;
    const ObjectPtr stored = stamp(std::move(object));
    unindex(resource, previous);
    place->second = stored;
    index(resource, stored);
    tell(resource, {StorageEvent::Type::Modified, stored, previous});
    return stored;
}

WriteResult Storage::remove(const std::string &resource, const std::string &key, std::uint64_t expected)
{
    const std::lock_guard lock(m_mutex);
    Collection &collection = m_collections[resource];
    const auto place = collection.find(key);
    if (place == collection.end())
        return StorageRefusal::Missing;
    const ObjectPtr previous = place->second;
    if (expected != 0 && previous->revision != expected)
        return StorageRefusal::Stale;
    collection.erase(place);
    unindex(resource, previous);
    const ObjectPtr last = stamp(*previous);
    tell(resource, {StorageEvent::Type::Deleted, last, previous});
    return last;
}

ObjectPtr Storage::get(const std::string &resource, const std::string &key) const
{
    const std::lock_guard lock(m_mutex);
    const auto collection = m_collections.find(resource);
    if (collection == m_collections.end())
        return {};
    const auto place = collection->second.find(key);
    return place == collection->second.end() ? ObjectPtr() : place->second;
}

std::vector<ObjectRef> Storage::dependents(const std::string &uid) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_byOwner.find(uid);
    if (found == m_byOwner.end())
        return {};
    return {found->second.begin(), found->second.end()};
}

std::optional<ObjectRef> Storage::byUid(const std::string &uid) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_byUid.find(uid);
    return found == m_byUid.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ObjectRef> Storage::inNamespace(const std::string &nameSpace) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ObjectRef> found;
    const std::string prefix = nameSpace + "/";
    for (const auto &[resource, collection] : m_collections) {
        for (auto it = collection.lower_bound(prefix); it != collection.end() && it->first.starts_with(prefix); ++it)
            found.push_back({resource, it->first});
    }
    return found;
}

Storage::Snapshot Storage::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return {m_revision, m_collections};
}

void Storage::restore(const Snapshot &snapshot, std::uint64_t revision)
{
    const std::lock_guard lock(m_mutex);
    m_collections = snapshot.collections;
    m_revision = revision;
    m_byUid.clear();
    m_byOwner.clear();
    for (const auto &[resource, collection] : m_collections) {
        for (const auto &[key, object] : collection)
            index(resource, object);
    }
}

Listing Storage::list(const std::string &resource) const
{
    const std::lock_guard lock(m_mutex);
    Listing listing{m_revision, {}};
    const auto collection = m_collections.find(resource);
    if (collection == m_collections.end())
        return listing;
    listing.objects.reserve(collection->second.size());
    for (const auto &[key, object] : collection->second)
        listing.objects.push_back(object);
    return listing;
}

Stretch Storage::stretch(const std::string &resource, const std::string &from, std::size_t most) const
{
    const std::lock_guard lock(m_mutex);
    Stretch stretch{m_revision};
    const auto collection = m_collections.find(resource);
    if (collection == m_collections.end())
        return stretch;
    stretch.total = collection->second.size();
    auto place = collection->second.lower_bound(from);
    for (; place != collection->second.end() && stretch.objects.size() < most; ++place)
        stretch.objects.push_back(place->second);
    stretch.hasMore = place != collection->second.end();
    return stretch;
}

std::uint64_t Storage::revision() const
{
    const std::lock_guard lock(m_mutex);
    return m_revision;
}

void Storage::watch(Callback callback)
{
    const std::lock_guard lock(m_mutex);
    m_callback = std::move(callback);
}

ObjectPtr Storage::stamp(StoredObject object)
{
    return std::make_shared<const StoredObject>(object.atRevision(++m_revision));
}

void Storage::index(const std::string &resource, const ObjectPtr &object)
{
    m_byUid[object->uid] = {resource, object->key()};
    for (const std::string &owner : object->owners)
        m_byOwner[owner].insert({resource, object->key()});
}

void Storage::unindex(const std::string &resource, const ObjectPtr &object)
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

void Storage::tell(const std::string &resource, const StorageEvent &event)
{
    if (m_callback)
        m_callback(resource, event);
}

} // namespace wk::apiserver
