// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/objecttable.h"
#include "core/apiserver/resourcetable.h"
#include "core/cluster/transport.h"
#include "core/informer/reflector.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What a server has heard of an etcd: a copy of the objects below a prefix, and of what happens to them, by list-watch
/// as any client has it. kube-apiserver feeds its watch cache in the same way, by a Reflector over its storage. A
/// definition of custom resources changes what is served before an object of its kind is read.
///
/// It is told in one thread, which is the Reflector's; whoever wants to know may ask in any. Source: apiserver
/// storage/cacher/cacher.go.
class EtcdMirror : public ReflectorTarget
{
public:
    explicit EtcdMirror(apiserver::ResourceTable &types, std::function<void(const std::string &)> log = {});

    /// Where the objects are below a server's prefix, which ends with a slash.
    static std::string objectsBelow(const std::string &prefix) { return prefix + "registry/"; }

    /// From now on it hears of them; until stop(). One thread, that of both.
    void start(Transport &transport, Clock &clock, const std::string &prefix);
    void stop() { m_reflector.reset(); }
    /// The watch lags behind what others have heard: it is opened anew.
    void distrust(Instant since)
    {
        if (!m_reflector)
            return;
        m_reflector->distrust(since);
        m_reflector->retryNow();
    }

    /// See Watcher::watch().
    void watch(apiserver::Watcher::Callback callback, apiserver::Watcher::Ended ended);

    /// Waits until all up to a revision has been heard of; false when that takes longer.
    bool waitFor(std::uint64_t revision, std::chrono::milliseconds patience) const;
    /// The same for the first list. Why it has not come, else.
    Result<> waitForTheFirst(std::chrono::milliseconds patience) const;

    /// What it has heard last: the revision of an event, 0 since a list; and how many lists.
    struct Heard {
        std::uint64_t event = 0;
        std::size_t lists = 0;
    };
    Heard heard() const
    {
        const std::lock_guard lock(m_mutex);
        return m_heard;
    }
    /// Waits until there is another list than then. False when there is none, and the watch is not open either.
    bool waitForAnotherList(const Heard &then, std::chrono::milliseconds patience) const;

    /// Calls `read` with the objects and their revision, under the lock.
    template <class Read>
    auto read(const Read &read) const
    {
        const std::lock_guard lock(m_mutex);
        return read(m_objects, m_revision);
    }

    /// What a value of etcd's is to a server, and of which resource; nothing when it is no object of a kind that is
    /// served. Pure but for the types; any thread.
    struct Stored {
        std::string resource;
        apiserver::StoredObject object;
    };
    static std::optional<Stored> storedOf(const apiserver::ResourceTable &types, std::string_view value,
                                          std::uint64_t revision);

private:
    bool knows(const WatchEvent &) const override { return false; }
    void replaced(FullList list) override;
    void applied(const WatchEvent &event, bool resumed) override;
    void erred(const WatchEvent &) override {}
    void lost(const ResourceVersion &, const WatchMachine::Lost &) override {}
    void closedInOrder() override {}
    void streamEnded(Instant) override {}
    void reconnected(const ResourceVersion &, const Error &) override {}
    void vanished() override {}
    void turned() override;

    void note(const WatchEvent &event);
    void define(const apiserver::StoredObject &definition, bool isGone);
    void tellEnded();

    apiserver::ResourceTable &m_types;
    const std::function<void(const std::string &)> m_log; ///< see EtcdStorageOptions
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_moved;
    apiserver::ObjectTable m_objects;
    std::uint64_t m_revision = 1;
    Heard m_heard;
    std::optional<Error> m_error;
    apiserver::Watcher::Callback m_callback;
    apiserver::Watcher::Ended m_endedCallback;
    std::vector<std::string> m_ended; ///< to be told; the Reflector's thread
    std::unique_ptr<Reflector> m_reflector;
};

} // namespace wk
