// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "ui/style/safetext.h"

namespace wk {

void eachNamespace(const WatchScope &scope, const Entry &entry, const std::function<void(const std::string &)> &tell)
{
    const GroupVersionResource &gvr = scope.resource.gvr;
    const bool areNamespaces = gvr.group.empty() && gvr.resource == "namespaces";
    const auto tellOf = [&tell, areNamespaces](const Object &object) { tell(areNamespaces ? object.name : object.ns); };
    if (entry.object)
        tellOf(*entry.object);
    if (!entry.objects)
        return;
    const Object *before = nullptr;
    for (const ObjectPtr &object : *entry.objects) {
        if (areNamespaces || !before || object->ns != before->ns)
            tellOf(*object);
        before = object.get();
    }
}

bool KnownNamespaces::learn(const WatchScope &scope, const Entry &entry)
{
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
