// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"
#include "core/informer/entry.h"
#include "core/source/listerwatcher.h"

#include <memory>
#include <string_view>
#include <vector>

namespace wk::sim {

/// A client with one mistake, made of the right one and a decorator at one of its seams: the transport below it, the
/// ListerWatcher within it, or the ear behind it. The test is only worth what mistakes it finds. One thread.
class Mutant
{
public:
    virtual ~Mutant() = default;
    /// Stands between the client and its server; null: nothing does.
    virtual std::unique_ptr<Transport> over(Transport &) { return {}; }
    virtual std::unique_ptr<ListerWatcher> over(std::unique_ptr<ListerWatcher> source) { return source; }
    /// What is told instead of an entry; empty: nothing.
    virtual EntryPtr told(const EntryPtr &entry) { return entry; }
};

struct MutantClass {
    const char *name;
    std::unique_ptr<Mutant> (*make)();
};

/// The mistakes that other clients have made, or could.
const std::vector<MutantClass> &mutantClasses();
const MutantClass *mutantClass(std::string_view name);

} // namespace wk::sim
