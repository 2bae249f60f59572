// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/storedobject.h"
#include "core/apiserver/writerequest.h"
#include "core/base/result.h"

#include <functional>
#include <string>

namespace wk {

class ApiServer;

namespace apiserver {
class Registry;
class ResourceTable;
} // namespace apiserver

/// Writes to an API server of ours from inside the process, as a component with a name, through the same
/// rules as HTTP: conflicts, generations, managedFields, garbage collection. There is no reading here: who
/// wants to know watches. Any thread; the server outlives it. Errors: as HTTP's, with its status (NotFound,
/// Conflict, Forbidden, Invalid).
class ApiWriter
{
public:
    using Json = apiserver::Json;
    using ObjectPtr = apiserver::ObjectPtr;

    /// An object by its collection's name ("pods", "replicasets.apps"), namespace and name.
    struct Name {
        std::string resource;
        std::string nameSpace{};
        std::string name{};
    };

    /// `component` is what managedFields say: "replicaset-controller", "kubelet".
    ApiWriter(ApiServer &server, std::string component);

    /// The document names itself, by name or generateName; `nameSpace` is empty for what has none.
    Result<ObjectPtr> create(const std::string &resource, const std::string &nameSpace, Json document) const;
    /// Replaces; 409 when the document's resourceVersion is not the last one. Subresource: "", "status" or
    /// "scale".
    Result<ObjectPtr> update(const Name &name, const Json &document, const std::string &subresource = {}) const;
    /// RFC 7386.
    Result<ObjectPtr> mergePatch(const Name &name, const Json &patch, const std::string &subresource = {}) const;
    /// Changes the newest version, again if somebody comes between: `change` may be called more than once.
    Result<ObjectPtr> edit(const Name &name, const std::function<void(Json &)> &change,
                           const std::string &subresource = {}) const;
    /// A pod with graceSeconds 0 is gone at once: that is how a kubelet ends it.
    Result<ObjectPtr> remove(const Name &name, const apiserver::DeleteOptions &options = {}) const;
    Result<ObjectPtr> bind(const std::string &nameSpace, const std::string &pod, const std::string &node) const;
    /// Stores an object as it is, status and times included, without any rule: for the first day of a
    /// cluster.
    Result<ObjectPtr> seed(const std::string &resource, Json document) const;

private:
    Result<apiserver::WriteTarget> target(const Name &name, const std::string &subresource = {}) const;

    apiserver::Registry &m_registry;
    const apiserver::ResourceTable &m_types;
    const apiserver::WriteMode m_mode;
};

} // namespace wk
