// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/informer/entry.h"
#include "core/resource/resourceinfo.h"

#include <memory>
#include <string>

namespace wk {

/// Turns what a watch brings into what `kubectl get` would print. One thread.
class ObjectPrinter
{
public:
    virtual ~ObjectPrinter() = default;
    /// The first list; `entry.objects` and `entry.columns` are set.
    virtual std::string list(const Entry &entry) = 0;
    /// A change after it; `entry.object` is set.
    virtual std::string change(const Entry &entry) = 0;
};

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments, const ResourceInfo &resource);

} // namespace wk
