// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/informer/entry.h"
#include "core/resource/resourceinfo.h"

#include <memory>
#include <string>
#include <vector>

namespace wk {

/// What a list brought: objects of one kind, and of others too where all go into one document.
struct Listed {
    ResourceInfo resource;
    Columns columns;
    std::vector<ObjectPtr> objects;
};

/// How a table names its objects: "web", or "deployment.apps/web" where tables of several kinds follow each other.
enum class Naming { Plain, WithKind };

/// Turns what a watch brings into what `kubectl get` would print. One thread.
class ObjectPrinter
{
public:
    virtual ~ObjectPrinter() = default;
    /// The first list; an empty one is an empty text, but a List as a document.
    virtual std::string list(const Listed &listed) = 0;
    /// A change after it; `entry.object` is set.
    virtual std::string change(const Entry &entry) = 0;
};

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments, const ResourceInfo &resource, Naming naming);

} // namespace wk
