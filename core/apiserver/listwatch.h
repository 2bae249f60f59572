// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storedobject.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace wk::apiserver {

/// A collection as it was at one revision, sorted by key.
struct Listing {
    std::uint64_t revision = 0;
    std::vector<ObjectPtr> objects;
};

/// A part of a collection, sorted by key.
struct Stretch {
    std::uint64_t revision = 0;
    std::vector<ObjectPtr> objects{};
    bool hasMore = false;  ///< there are objects after these
    std::size_t total = 0; ///< of the whole collection
};

/// Half of a storage: what there is. Any thread.
class Lister
{
public:
    virtual ~Lister() = default;
    /// All of a resource; empty for one that was never written.
    virtual Listing list(const std::string &resource) const = 0;
    /// At most `most` objects from `from` on. What is asked for page by page is not copied whole for each page.
    virtual Stretch stretch(const std::string &resource, const std::string &from, std::size_t most) const = 0;
    /// The last revision given out.
    virtual std::uint64_t revision() const = 0;
};

/// The other half: what happens, all of it, unconditionally. Who wants less selects for himself.
class Watcher
{
public:
    using Callback = std::function<void(const std::string &resource, const StorageEvent &event)>;
    using Ended = std::function<void(const std::string &resource)>;
    virtual ~Watcher() = default;
    /// `callback` hears every change from now on, in order, in the writing thread while the storage is
    /// locked: it notes the event and returns. `ended` hears, without a lock, that watches on a resource cannot go on
    /// (empty: on any), because it has another shape now, or nobody knows what happened. Set once, before the first
    /// write.
    virtual void watch(Callback callback, Ended ended = {}) = 0;
};

} // namespace wk::apiserver
