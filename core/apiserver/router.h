// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listhandler.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/watchstream.h"

#include <memory>
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

/// Finds out what a request is about and has it answered. Server thread.
class Router
{
public:
    Router(const ResourceTable &types, const Storage &storage, const WatchCache &cache, const Clock &clock,
           WatchTimes times);

    /// The request was let in; `canWrite` says with which token. `hasWaited`: its wait for a revision is over.
    Response route(const Request &request, bool canWrite, bool hasWaited);

    /// The storage's last revision.
    std::uint64_t revision() const { return m_storage.revision(); }

private:
    Response read(const Target &target, const Request &request, bool hasWaited);
    Response get(const Target &target, const View &view) const;
    Response watch(const Target &target, const Request &request, const View &view);

    const ResourceTable &m_types;
    const Storage &m_storage;
    const WatchCache &m_cache;
    const Clock &m_clock;
    const WatchTimes m_times;
    const ListHandler m_lists;
    std::mt19937_64 m_random{std::random_device{}()};
};

} // namespace wk::apiserver
