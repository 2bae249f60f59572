// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listwatch.h"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wk::apiserver {

/// Which object a dependent is.
struct ObjectRef {
    std::string resource;
    std::string key;
    auto operator<=>(const ObjectRef &) const = default;
};

/// The objects of one revision, by resource and key, and by whom they are owned. It has no lock: who keeps one has.
class ObjectTable
{
public:
    using Collection = std::map<std::string, ObjectPtr>;

    /// Takes the place of what has that key; returns that.
    ObjectPtr put(const std::string &resource, const ObjectPtr &object);
    /// What was there; empty when nothing was.
    ObjectPtr take(const std::string &resource, const std::string &key);

    ObjectPtr get(const std::string &resource, const std::string &key) const;
    const Collection &collection(const std::string &resource) const;
    const std::map<std::string, Collection> &collections() const { return m_collections; }
    std::vector<ObjectRef> dependents(const std::string &uid) const;
    std::optional<ObjectRef> byUid(const std::string &uid) const;
    std::vector<ObjectRef> inNamespace(const std::string &nameSpace) const;

    Listing list(const std::string &resource, std::uint64_t revision) const;
    Stretch stretch(const std::string &resource, std::uint64_t revision, const std::string &from,
                    std::size_t most) const;

private:
    void unindex(const std::string &resource, const ObjectPtr &object);

    std::map<std::string, Collection> m_collections;
    std::map<std::string, ObjectRef> m_byUid;
    std::map<std::string, std::set<ObjectRef>> m_byOwner;
};

} // namespace wk::apiserver
