// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kubebackend.h"

#include "core/cluster/credentials.h"
#include "core/cluster/discovery.h"
#include "core/cluster/kubetransport.h"
#include "core/cluster/networkrequest.h"
#include "core/source/kube/kubelisterwatcher.h"

#include <iterator>
#include <map>

namespace wk {

namespace {

constexpr std::chrono::seconds ProbeTime{10}; ///< C22
constexpr std::size_t MostProbes = 3;

/// Asks /livez. Any answer of the server's is a sign of life, a refusal too; a failure is told as one.
class Probe : private HttpObserver
{
public:
    Probe(Transport &transport, Clock &clock, std::function<void(std::optional<Error>)> done)
        : m_done(std::move(done))
    {
        HttpRequest request;
        request.path = "/livez";
        request.lane = Lane::Control;
        m_call = transport.get(std::move(request), this);
        m_deadline = clock.after(ProbeTime, [this] {
            Error error;
            error.kind = ErrorKind::TimedOut;
            error.text = "the server did not answer within 10 s";
            answer(error);
        });
    }

private:
    void head(const HttpHead &) override { m_answered = true; }
    void body(QByteArrayView) override {}
    void finished(std::optional<Error> error) override
    {
        const bool isTold = error && (error->kind == ErrorKind::ServerError || (error->httpStatus == 0 && !m_answered));
        answer(isTold ? error : std::nullopt);
    }
    void answer(std::optional<Error> error)
    {
        m_deadline.cancel();
        m_call.reset();
        const auto done = std::move(m_done); // may destroy us
        done(std::move(error));
    }

    std::function<void(std::optional<Error>)> m_done;
    std::unique_ptr<HttpCall> m_call;
    Clock::Alarm m_deadline;
    bool m_answered = false;
};

class KubeBackend : public Backend
{
public:
    KubeBackend(const ClusterAccess &access, Clock &clock, ExecConsent consent)
        : m_clock(clock)
        , m_credentials(makeCredentialSource(access, clock, std::move(consent)))
        , m_transport(access, clock, *m_credentials)
        , m_discovery(m_transport)
        , m_isCompressed(asksForCompression(access.server, access))
    {}

    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        m_discovery.run([this, done = std::move(done)](Result<DiscoveryResult> found) {
            if (!found) {
                done(found.error());
                return;
            }
            m_offersWatchList = offersWatchList(found->serverVersion);
            done(ServerFacts{found->serverVersion, found->resources, found->failedGroups});
        });
    }
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        // The oldest may be on a slow way and the newest on a fresh one; what lies between has no such hope.
        if (m_probes.size() >= MostProbes)
            m_probes.erase(std::next(m_probes.begin()));
        const int id = ++m_lastProbe;
        m_probes[id] = std::make_unique<Probe>(
            m_transport, m_clock,
            [this, id, done = std::move(done)](const std::optional<Error> &error) { answered(id, error, done); });
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope) override
    {
        auto source = std::make_unique<KubeListerWatcher>(
            m_transport, m_clock, KubeScope{scope.resource, scope.ns, scope.labelSelector, scope.fieldSelector});
        source->setStreamsLists([this] { return m_offersWatchList && !m_isCompressed; });
        return source;
    }
    std::unique_ptr<ListerWatcher> metadata(const WatchScope &scope) override
    {
        return std::make_unique<KubeListerWatcher>(
            m_transport, m_clock, KubeScope{scope.resource, scope.ns, scope.labelSelector, scope.fieldSelector},
            KubeListerWatcher::Rendering::Metadata);
    }
    ServerNotes notes() const override { return m_transport.notes(); }
    void forgetConnections() override { m_transport.forgetConnections(); }

private:
    void answered(int id, const std::optional<Error> &error, const std::function<void(std::optional<Error>)> &done)
    {
        const bool isOvertaken = id < m_lastAnswered;
        const bool isTimeout = error && error->kind == ErrorKind::TimedOut;
        if (error || isOvertaken)
            m_probes.erase(id);
        else
            keepOldestBefore(id);
        if (isOvertaken && !isTimeout)
            return;
        // Several connections are kept warm. Where one is dead they may all be, and the next knocks would find that
        // out one by one.
        if (isTimeout)
            m_transport.retireConnections();
        done(error);
    }
    void keepOldestBefore(int answered)
    {
        m_lastAnswered = answered;
        m_probes.erase(m_probes.lower_bound(answered), m_probes.end());
        if (m_probes.size() > 1)
            m_probes.erase(std::next(m_probes.begin()), m_probes.end());
    }

    Clock &m_clock;
    std::unique_ptr<CredentialSource> m_credentials;
    KubeTransport m_transport;
    Discovery m_discovery;
    std::map<int, std::unique_ptr<Probe>> m_probes; ///< under way, the oldest first
    int m_lastProbe = 0;
    int m_lastAnswered = 0; ///< well
    /// Servers compress lists, to a twentieth and less, and never a watch: where the network counts, pages are the
    /// cheaper list, and since 1.34 a consistent one from the server's cache, too (KEP-2340).
    bool m_isCompressed;
    bool m_offersWatchList = false; ///< known once discovery has succeeded
};

} // namespace

BackendFactory kubeBackend(ClusterAccess access, ExecConsent consent)
{
    return
        [access = std::move(access), consent = std::move(consent)](Clock &clock) -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend>(std::make_unique<KubeBackend>(access, clock, consent));
        };
}

} // namespace wk
