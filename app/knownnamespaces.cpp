// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/knownnamespaces.h"

#include "ui/style/safetext.h"

namespace wk {

bool KnownNamespaces::learn(const WatchScope &scope, const Entry &entry)
{
    const GroupVersionResource &gvr = scope.resource.gvr;
    const bool areNamespaces = gvr.group.empty() && gvr.resource == "namespaces";
    const auto learnFrom = [this, areNamespaces](const ObjectPtr &object) {
        return learn(areNamespaces ? object->name : object->ns);
    };
    bool isNew = entry.object && learnFrom(entry.object);
    if (entry.objects) {
        const Object *before = nullptr; // a list stands in the order of its namespaces, mostly
        for (const ObjectPtr &object : *entry.objects) {
            if (areNamespaces || !before || object->ns != before->ns)
                isNew = learnFrom(object) || isNew;
            before = object.get();
        }
    }
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
