// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/retriesasked.h"
#include "core/cluster/discoverydocuments.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace wk {

class DocumentFetch;
class Transport;
struct HttpRequest;

/// What a server is and serves.
struct DiscoveryResult {
    std::string serverVersion;           ///< "v1.20.2"; empty when the server keeps it to itself
    std::vector<ResourceInfo> resources; ///< all that can be listed, each once, in the server's order
    std::vector<ResourceInfo> served;    ///< all there is besides, too, in every version: see servedResources()
    std::vector<std::pair<std::string, Error>> failedGroups; ///< "metrics.k8s.io/v1beta1" and why it is not known
    std::vector<std::string> pendingGroups; ///< they have not answered yet; when they have, all is told again
};

/// Asks a server for its version and for all it serves: aggregated discovery in two answers where there is such, else
/// group by group. One failed group costs only itself, and one that hangs holds nobody up: what has come is told after
/// a second, and each second in which more has; one that asks to be left alone for a while is asked again then. Without
/// /api and /apis there is no result. Worker thread.
class Discovery
{
public:
    using Answer = std::function<void(Result<DiscoveryResult>)>;

    Discovery(Transport &transport, Clock &clock);
    ~Discovery();
    Discovery(const Discovery &) = delete;
    Discovery &operator=(const Discovery &) = delete;

    /// Calls `answer`, later, until all is told; it may destroy the Discovery. A further run takes the one before back.
    void run(Answer answer);
    void cancel();

private:
    using Document = std::function<void(Result<std::string>)>;

    /// A version of a group whose resources are to be asked for.
    struct Wanted {
        ServedGroup &group;
        ServedVersion &version;
    };

    void fetch(HttpRequest request, Document take);
    void fetchPatiently(HttpRequest request, Document take, RetriesAsked retries = {});
    void takeGroups(Result<std::string> document);
    void groupsTaken();
    void askMore();
    void taken();
    void tick();
    void tell();
    DiscoveryResult known() const;

    Transport &m_transport;
    Clock &m_clock;
    Answer m_answer;
    std::vector<std::unique_ptr<DocumentFetch>> m_fetches;
    std::vector<Clock::Alarm> m_waits; ///< before some are asked again
    int m_open = 0;                    ///< documents that have been asked for and have not come
    int m_groupLists = 0;              ///< … of /api and /apis
    std::deque<Wanted> m_wanted;       ///< not asked for yet
    int m_turn = 0;                    ///< a second each
    int m_openOfTurn = 0;              ///< asked for within it
    bool m_hasNews = false;            ///< since it was last told
    Clock::Alarm m_nextTurn;
    bool m_hasGroups = false;
    std::optional<Error> m_failure;
    std::string m_serverVersion;
    std::vector<ServedGroup> m_groups;
};

} // namespace wk
