// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "ui/style/safetext.h"

namespace wk {

namespace {

bool areNamespaces(const WatchScope &scope)
{
    return scope.resource.gvr.group.empty() && scope.resource.gvr.resource == "namespaces";
}

} // namespace

void eachNamespace(const WatchScope &scope, const Entry &entry, const std::function<void(const std::string &)> &tell)
{
    const bool isByName = areNamespaces(scope);
    const auto tellOf = [&tell, isByName](const Object &object) { tell(isByName ? object.name : object.ns); };
    if (entry.object)
        tellOf(*entry.object);
    if (!entry.objects)
        return;
    const Object *before = nullptr;
    for (const ObjectPtr &object : *entry.objects) {
        if (isByName || !before || object->ns != before->ns)
            tellOf(*object);
        before = object.get();
    }
}

bool KnownNamespaces::learn(const WatchScope &scope, const Entry &entry)
{
    if (entry.type == EntryType::Deleted)
        return areNamespaces(scope) && entry.object && m_seen.erase(entry.object->name) > 0;
    bool isNew = false;
    eachNamespace(scope, entry, [&](const std::string &name) { isNew = learn(name) || isNew; });
    return isNew;
}

bool KnownNamespaces::learn(const std::string &name)
{
    return !name.empty() && m_seen.insert(name).second;
}

QStringList KnownNamespaces::names() const
{
    QStringList shown;
    for (const std::string &name : m_seen)
        shown.append(displayText(name));
    shown.sort();
    return shown;
}

} // namespace wk
