// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/demo/demooptions.h"

#include <functional>
#include <memory>
#include <string>

namespace wk {

/// A whole cluster inside the process: the embedded API server with a simulated control plane that reads it
/// by list-watch over HTTP on loopback, like any client, and acts on what it sees. For looking at, for
/// showing, and for tests. Built, started, stopped and destroyed in one thread; the server and the components
/// have a thread each.
class DemoCluster
{
public:
    explicit DemoCluster(DemoOptions options = {});
    /// Returns when both threads have ended.
    ~DemoCluster();
    DemoCluster(const DemoCluster &) = delete;
    DemoCluster &operator=(const DemoCluster &) = delete;

    /// Fills the storage, if nobody has, then serves: what is returned answers at once, with everything that was
    /// seeded. `source` and context are "demo"; the token may write. Errors: Refused when the port is taken, Internal.
    /// `progress` hears now and then how many pods there are; it may be empty.
    using Progress = std::function<void(int pods)>;
    Result<ClusterAccess> start(const Progress &progress = {});
    /// Ends both threads; harmless when it was not started. What is stored in memory is lost.
    void stop();

    /// Makes something happen, soon. Harmless when it was not started.
    void run(Scenario scenario);

    /// For kubectl, while it runs; empty else.
    std::string kubeconfigText() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
