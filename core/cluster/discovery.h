// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/discoverydocuments.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace wk {

class DocumentFetch;
class Transport;

/// What a server is and serves.
struct DiscoveryResult {
    std::string serverVersion;           ///< "v1.20.2"; empty when the server keeps it to itself
    std::vector<ResourceInfo> resources; ///< listable and watchable, each once, in the server's order
    std::vector<std::pair<std::string, Error>> failedGroups; ///< "metrics.k8s.io/v1beta1" and why it is not known
};

/// Asks a server for its version and for all it serves: aggregated discovery in two answers where there is such, else
/// group by group. One failed group costs only itself; without /api and /apis there is no result. Worker thread.
class Discovery
{
public:
    using Answer = std::function<void(Result<DiscoveryResult>)>;

    explicit Discovery(Transport &transport);
    ~Discovery();
    Discovery(const Discovery &) = delete;
    Discovery &operator=(const Discovery &) = delete;

    /// Calls `answer` once, later; it may destroy the Discovery. A further run takes the one before back.
    void run(Answer answer);
    void cancel();

private:
    using Document = std::function<void(Result<std::string>)>;

    void fetch(const std::string &path, Document take);
    void takeGroups(Result<std::string> document);
    void fetchResources();
    void oneLess();
    void finish();

    Transport &m_transport;
    Answer m_answer;
    std::vector<std::unique_ptr<DocumentFetch>> m_fetches;
    int m_open = 0;
    bool m_hasGroups = false;
    std::optional<Error> m_failure;
    std::string m_serverVersion;
    std::vector<ServedGroup> m_groups;
};

} // namespace wk
