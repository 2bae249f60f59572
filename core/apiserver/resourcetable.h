// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

#include <mutex>

namespace wk::apiserver {

/// What is served. Types come and go with their CustomResourceDefinitions; who holds one keeps it. Any
/// thread.
class ResourceTable
{
public:
    /// With the built-in resources.
    ResourceTable();

    /// Takes the place of a type of the same group, version and plural.
    void add(ResourceType type);
    void remove(const std::string &group, const std::string &plural);

    /// Empty when it is not served.
    TypePtr find(const std::string &group, const std::string &version, const std::string &plural) const;
    TypePtr findKind(const std::string &apiVersion, const std::string &kind) const;
    /// By the name of its collection: "pods", "deployments.apps". Any served version.
    TypePtr findResource(const std::string &resource) const;
    bool hasVersion(const std::string &group, const std::string &version) const;
    /// In the order of adding.
    std::vector<TypePtr> all() const;

private:
    mutable std::mutex m_mutex;
    std::vector<TypePtr> m_types;
};

/// The resources every server has.
std::vector<ResourceType> builtinTypes();

} // namespace wk::apiserver
