// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/clusterid.h"
#include "core/session/backend.h"
#include "core/session/listfetch.h"

#include <chrono>
#include <functional>
#include <optional>

namespace wk {

/// Asks a cluster once which one it is: for the uid of its kube-system namespace, one GET. Who may not read that, or
/// does not hear of it in time, does not learn it. Worker thread.
class IdentityQuery
{
public:
    /// The first list waits for it.
    static constexpr std::chrono::seconds Patience{2};

    /// `done` is called once, in a turn of its own.
    IdentityQuery(Backend &backend, Clock &clock, std::function<void(std::optional<ClusterId>)> done);

private:
    void answered(const Result<FullList> &answer);

    std::function<void(std::optional<ClusterId>)> m_done;
    Clock::Alarm m_end;
    ListFetch m_fetch;
};

} // namespace wk
