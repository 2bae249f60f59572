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
/// ListerWatcher within it, the ear behind it, or the recorder at that ear. The test is only worth what mistakes it
/// finds. One thread.
class Mutant
{
public:
    virtual ~Mutant() = default;
    /// Stands between the client and its server; null: nothing does.
    virtual std::unique_ptr<Transport> overTransport(Transport &) { return {}; }
    virtual std::unique_ptr<ListerWatcher> overSource(std::unique_ptr<ListerWatcher> source) { return source; }
    /// What is told instead of what one turn brought.
    virtual std::vector<EntryPtr> told(const std::vector<EntryPtr> &turn) { return turn; }
    /// What of that is recorded.
    virtual std::vector<EntryPtr> taped(const std::vector<EntryPtr> &told) { return told; }
    /// What a reader of the store sees instead of what it holds.
    virtual std::vector<ObjectPtr> seen(std::vector<ObjectPtr> held) { return held; }
    virtual bool stops() const { return true; }
};

using MakeMutant = std::unique_ptr<Mutant> (*)();

struct MutantClass {
    const char *name;
    MakeMutant make;
};

/// The mistakes that other clients have made, or could.
const std::vector<MutantClass> &mutantClasses();
/// Null when there is none of that name.
const MutantClass *mutantClass(std::string_view name);

const std::vector<MutantClass> &sourceMutants();
const std::vector<MutantClass> &transportMutants();
const std::vector<MutantClass> &earMutants();

} // namespace wk::sim
