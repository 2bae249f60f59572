// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kubebackend.h"

#include "core/cluster/discovery.h"
#include "core/cluster/exchangecontext.h"
#include "core/cluster/kubetransport.h"
#include "core/cluster/renewablesource.h"
#include "core/session/knocks.h"
#include "core/source/kube/kubelisterwatcher.h"

namespace wk {

namespace {

class KubeBackend : public Backend
{
public:
    KubeBackend(const ClusterAccess &access, Clock &clock, PluginRules rules)
        : m_clock(clock)
        , m_credentials(access, clock, std::move(rules))
        , m_transport(access, clock, m_credentials)
        , m_discovery(m_transport, clock)
        , m_knocks(m_transport, clock)
        , m_isCompressed(asksForCompression(access))
    {}

    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        m_discovery.run([this, done = std::move(done)](Result<DiscoveryResult> found) {
            if (!found) {
                done(found.error());
                return;
            }
            if (!found->serverVersion.empty())
                m_offersWatchList = offersWatchList(found->serverVersion);
            done(ServerFacts{found->serverVersion, found->resources, found->failedGroups, found->pendingGroups,
                             found->served});
        });
    }
    /// Behind a plugin that waits for a person nothing is asked of the server, so that it is not silent.
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        m_knocks.knock([this, done = std::move(done)](const std::optional<Error> &error) {
            if (!error || error->kind != ErrorKind::TimedOut || !m_credentials.isBusy())
                done(error);
        });
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter> bodies) override
    {
        auto source = std::make_unique<KubeListerWatcher>(m_transport, m_clock, scope,
                                                          KubeListerWatcher::Rendering::Table, std::move(bodies));
        source->setStreamsLists([this] { return m_offersWatchList && !m_isCompressed; });
        return source;
    }
    std::unique_ptr<ListerWatcher> metadata(const WatchScope &scope) override
    {
        return std::make_unique<KubeListerWatcher>(m_transport, m_clock, scope, KubeListerWatcher::Rendering::Metadata);
    }
    ServerNotes notes() const override { return m_transport.notes(); }
    void forgetConnections() override { m_transport.forgetConnections(); }
    void renew(const ClusterAccess &access) override
    {
        m_credentials.renew(access);
        m_transport.renew(access);
    }
    void listenToPlugin(PluginListener listener) override { m_credentials.listen(std::move(listener)); }
    void cancelPlugin() override { m_credentials.cancel(); }
    void resumePlugin() override { m_credentials.resume(); }

private:
    Clock &m_clock;
    RenewableSource m_credentials;
    KubeTransport m_transport;
    Discovery m_discovery;
    Knocks m_knocks;
    /// Servers compress lists, to a twentieth and less, and never a watch: where the network counts, pages are the
    /// cheaper list, and since 1.34 a consistent one from the server's cache, too (KEP-2340).
    bool m_isCompressed;
    bool m_offersWatchList = false; ///< known once the server has said its version
};

} // namespace

BackendFactory kubeBackend(ClusterAccess access, PluginRules rules)
{
    return [access = std::move(access), rules = std::move(rules)](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<KubeBackend>(access, clock, rules));
    };
}

} // namespace wk
