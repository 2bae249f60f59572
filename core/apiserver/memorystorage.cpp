// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"

namespace wk::apiserver {

WriteResult MemoryStorage::create(const std::string &resource, StoredObject object)
{
    const std::lock_guard lock(m_mutex);
    if (m_objects.get(resource, object.key()))
        return StorageRefusal::Exists;
    return put(resource, object);
}

WriteResult MemoryStorage::update(const std::string &resource, StoredObject object, std::uint64_t expected)
{
    const std::lock_guard lock(m_mutex);
    const ObjectPtr previous = m_objects.get(resource, object.key());
    if (!previous)
        return StorageRefusal::Missing;
    if (expected != 0 && previous->revision != expected)
        return StorageRefusal::Stale;
    return put(resource, object);
}

WriteResult MemoryStorage::remove(const std::string &resource, const std::string &key, std::uint64_t expected)
{
    const std::lock_guard lock(m_mutex);
    const ObjectPtr known = m_objects.get(resource, key);
    if (!known)
        return StorageRefusal::Missing;
    if (expected != 0 && known->revision != expected)
        return StorageRefusal::Stale;
    const ObjectPtr previous = m_objects.take(resource, key);
    const auto last = std::make_shared<const StoredObject>(previous->atRevision(++m_revision));
    tell(resource, {StorageEvent::Type::Deleted, last, previous});
    return last;
}

ObjectPtr MemoryStorage::get(const std::string &resource, const std::string &key) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.get(resource, key);
}

std::vector<ObjectRef> MemoryStorage::dependents(const std::string &uid) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.dependents(uid);
}

std::optional<ObjectRef> MemoryStorage::byUid(const std::string &uid) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.byUid(uid);
}

std::vector<ObjectRef> MemoryStorage::inNamespace(const std::string &nameSpace) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.inNamespace(nameSpace);
}

MemoryStorage::Snapshot MemoryStorage::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return {m_revision, m_objects};
}

void MemoryStorage::restore(const Snapshot &snapshot, std::uint64_t revision)
{
    const std::lock_guard lock(m_mutex);
    m_objects = snapshot.objects;
    m_revision = revision;
}

Listing MemoryStorage::list(const std::string &resource) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.list(resource, m_revision);
}

Stretch MemoryStorage::stretch(const std::string &resource, const std::string &from, std::size_t most) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.stretch(resource, m_revision, from, most);
}

std::uint64_t MemoryStorage::revision() const
{
    const std::lock_guard lock(m_mutex);
    return m_revision;
}

void MemoryStorage::watch(Callback callback, Ended)
{
    const std::lock_guard lock(m_mutex);
    m_callback = std::move(callback);
}

ObjectPtr MemoryStorage::put(const std::string &resource, const StoredObject &object)
{
    const auto stored = std::make_shared<const StoredObject>(object.atRevision(++m_revision));
    const ObjectPtr previous = m_objects.put(resource, stored);
    tell(resource, {previous ? StorageEvent::Type::Modified : StorageEvent::Type::Added, stored, previous});
    return stored;
}

void MemoryStorage::tell(const std::string &resource, const StorageEvent &event)
{
    if (m_callback)
        m_callback(resource, event);
}

} // namespace wk::apiserver
