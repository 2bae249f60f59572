// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/resourcetable.h"

#include <algorithm>

namespace wk::apiserver {

namespace {

template <class Predicate>
TypePtr firstOf(const std::vector<TypePtr> &types, Predicate predicate)
{
    const auto found = std::find_if(types.begin(), types.end(), predicate);
    return found == types.end() ? TypePtr() : *found;
}

} // namespace

ResourceTable::ResourceTable()
{
    for (ResourceType &type : builtinTypes())
        add(std::move(type));
}

void ResourceTable::add(ResourceType type)
{
    const auto added = std::make_shared<const ResourceType>(std::move(type));
    const std::lock_guard lock(m_mutex);
    const auto same = std::find_if(m_types.begin(), m_types.end(), [&](const TypePtr &t) {
        return t->group == added->group && t->version == added->version && t->plural == added->plural;
    });
    if (same != m_types.end())
        *same = added;
    else
        m_types.push_back(added);
}

void ResourceTable::remove(const std::string &group, const std::string &plural)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_types, [&](const TypePtr &t) { return t->group == group && t->plural == plural; });
}

TypePtr ResourceTable::find(const std::string &group, const std::string &version, const std::string &plural) const
{
    const std::lock_guard lock(m_mutex);
    return firstOf(m_types,
                   [&](const TypePtr &t) { return t->group == group && t->version == version && t->plural == plural; });
}

TypePtr ResourceTable::findKind(const std::string &apiVersion, const std::string &kind) const
{
    const std::lock_guard lock(m_mutex);
    return firstOf(m_types, [&](const TypePtr &t) { return t->apiVersion() == apiVersion && t->kind == kind; });
}

TypePtr ResourceTable::findResource(const std::string &resource) const
{
    const std::lock_guard lock(m_mutex);
    return firstOf(m_types, [&](const TypePtr &t) { return t->resource() == resource; });
}

bool ResourceTable::hasVersion(const std::string &group, const std::string &version) const
{
    const std::lock_guard lock(m_mutex);
    return bool(firstOf(m_types, [&](const TypePtr &t) { return t->group == group && t->version == version; }));
}

std::vector<TypePtr> ResourceTable::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_types;
}

} // namespace wk::apiserver
