// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listhandler.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/watchstream.h"
#include "core/apiserver/writehandler.h"

#include <memory>
#include <mutex>
#include <random>

namespace wk::apiserver {

struct Target;

/// What a request leads to: an answer, a wait for a revision (then ask again), or a watch.
using Response = std::variant<Reply, WaitFor, std::unique_ptr<WatchStream>>;

/// How long watches live and how they are kept warm.
struct WatchTimes {
    std::chrono::milliseconds bookmarkInterval{60'000};
    /// A watch that names no timeout ends at a random time in [this, twice this). kube-apiserver's default.
    std::chrono::milliseconds minRequestTimeout{1'800'000};
};

/// Finds out what a request is about and has it answered. Any thread; where the storage waits, so does this.
class Router
{
public:
    /// Who keeps what is served, all of which outlives the router.
    struct Backend {
        const ResourceTable &types;
        const Storage &storage;
        const WatchHistory &history;
        Registry &registry;
        const Clock &clock;
    };

    Router(const Backend &backend, WatchTimes times);

    /// The request was let in; `canWrite` says with which token. `hasWaited`: its wait for a revision is
    /// over.
    Response route(const Request &request, bool canWrite, bool hasWaited);

    bool waits() const { return m_backend.storage.waits(); }
    /// The storage's last revision.
    std::uint64_t revision() const { return m_backend.storage.revision(); }

private:
    Response dispatch(const Request &request, bool canWrite, bool hasWaited);
    Response read(const Target &target, const Request &request, const View &view, bool hasWaited);
    Response get(const Target &target, const View &view) const;
    Response watch(const Target &target, const Request &request, const View &view);
    Outcome<> catchUp(const Request &request) const;
    std::chrono::milliseconds someLifetime();

    const Backend m_backend;
    const WatchTimes m_times;
    const ListHandler m_lists;
    WriteHandler m_writes;
    std::mutex m_randomMutex;
    std::mt19937_64 m_random{std::random_device{}()};
};

} // namespace wk::apiserver
