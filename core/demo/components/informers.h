// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"
#include "core/demo/random.h"
#include "core/informer/sharedinformer.h"
#include "core/source/watchscope.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk::demo {

/// How a scope's objects are got: over HTTP in the demo, by hand in a test.
using MakeSource = std::function<std::unique_ptr<ListerWatcher>(const WatchScope &scope)>;

/// What one process of the control plane watches: a SharedInformer for each scope, shared by its controllers.
/// The only way by which components learn anything. One thread.
class Informers
{
public:
    /// `clock` outlives it.
    Informers(MakeSource makeSource, Clock &clock, std::uint64_t seed);
    ~Informers();
    Informers(const Informers &) = delete;
    Informers &operator=(const Informers &) = delete;

    /// All objects of a resource ("replicasets.apps"), or those a field selector selects.
    SharedInformer &of(const std::string &resource, const std::string &fieldSelector = {});
    void start();
    void stop();
    bool haveSynced() const;

private:
    struct Kept;

    MakeSource m_makeSource;
    Clock &m_clock;
    Random m_random;
    std::vector<std::unique_ptr<Kept>> m_kept;
};

/// The resources that components know, by the name of their collection.
ResourceInfo knownResource(const std::string &resource);

/// An informer's object as a document; null when its body cannot be read.
Json documentOf(const ObjectPtr &object);

} // namespace wk::demo
