// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/informer/entry.h"
#include "core/resource/resourceinfo.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// What a list brought: objects of one kind.
struct Listed {
    ResourceInfo resource;
    Columns columns;
    std::vector<ObjectPtr> objects;
};

/// "pod/" or "deployment.apps/".
std::string kindPrefix(const ResourceInfo &resource);

/// What was printed; beside an error, what came before it.
struct Printed {
    std::string text;
    std::optional<Error> error{};
};

/// Turns what a watch brings into what `kubectl get` would print. One thread.
class ObjectPrinter
{
public:
    virtual ~ObjectPrinter() = default;
    /// What was listed, one kind after the other; nothing is an empty text, but a List as a document.
    virtual Printed lists(const std::vector<Listed> &kinds) = 0;
    /// A change after it, of the last of the kinds; `entry.object` is set.
    virtual Printed change(const Entry &entry) = 0;
};

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments);

} // namespace wk
