// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/storedobject.h"
#include "core/base/time.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk::apiserver {

class Lister;

/// A column of the Table form (metav1.TableColumnDefinition).
struct Column {
    std::string name{};
    std::string type = "string";
    std::string format{};
    std::string description{};
    int priority = 0; ///< above 0: only with -o wide
};

/// What a field selector may ask for, besides metadata.name and metadata.namespace.
struct SelectableField {
    std::string name{};
    std::string path{};      ///< dotted; empty: the name
    std::string ifMissing{}; ///< what an object without it compares as
};

/// Where the scale subresource finds its numbers; empty paths: no scale.
struct ScalePaths {
    std::string specReplicas{};
    std::string statusReplicas{};
    std::string selector{};
};

/// One resource that is served, all of it data. Immutable once in the table; any thread.
struct ResourceType {
    std::string group{}; ///< empty: core
    std::string version{};
    std::string plural{};
    std::string singular{};
    std::string kind{};
    bool namespaced = true;
    std::vector<std::string> shortNames{};
    std::vector<std::string> categories{};
    bool hasStatus = false;
    bool hasGeneration = false;
    bool isCustom = false;   ///< keys are sent sorted, items carry kind and apiVersion
    bool isCached = true;    ///< events are not: no bookmarks, and limit counts with resourceVersion=0
    bool isReadOnly = false; ///< it can be read and watched, and nobody may write
    ScalePaths scale{};
    std::vector<SelectableField> fields{};
    std::vector<Column> columns{};
    std::function<PrintedRow(const Json &)> print{};
    /// Makes what there is at the moment of asking, of what is not stored itself: it can be read, but neither watched
    /// nor written, and has neither uids nor versions.
    std::function<std::vector<Json>(const Lister &stored, WallTime now)> compute{};
    std::string warning{};      ///< what each answer about it warns of
    std::string definition{};   ///< of a custom resource: which definition in which generation it comes from
    std::string bookmarkRest{}; ///< what a typed bookmark carries besides metadata:
                                ///< `,"spec":{"containers":null},"status":{}`

    /// "v1", "apps/v1".
    std::string apiVersion() const { return group.empty() ? version : group + "/" + version; }

    /// "pods", "deployments.apps": the name of its collection in the storage.
    std::string resource() const { return group.empty() ? plural : plural + "." + group; }
};

using TypePtr = std::shared_ptr<const ResourceType>;

} // namespace wk::apiserver
