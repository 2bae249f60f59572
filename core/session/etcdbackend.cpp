// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/etcdbackend.h"

#include "core/cluster/credentials.h"
#include "core/cluster/etcd/etcdlogin.h"
#include "core/cluster/etcd/etcdrequest.h"
#include "core/cluster/etcd/etcdtransport.h"
#include "core/source/etcd/etcdlisterwatcher.h"
#include "core/source/etcd/etcdprefixes.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// What says nothing of the server's life: it has answered.
bool isAnswer(ErrorKind kind)
{
    return kind == ErrorKind::Unauthorized || kind == ErrorKind::Forbidden || kind == ErrorKind::Invalid;
}

class EtcdBackend : public Backend
{
public:
    EtcdBackend(const EtcdAccess &access, Clock &clock)
        : m_clock(clock)
        , m_prefix(access.prefix)
        , m_nobody(makeCredentialSource({}, clock, {}))
        , m_gate(access, clock, *m_nobody)
        , m_login(access, m_gate)
        , m_transport(access, clock, m_login)
    {}

    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        m_prefixes.reset();
        HttpRequest request;
        request.path = "/version";
        m_version = std::make_unique<DocumentFetch>(
            m_transport, std::move(request), [this, done = std::move(done)](const Result<QByteArray> &answer) {
                if (!answer)
                    return done(answer.error());
                const QJsonObject said = QJsonDocument::fromJson(*answer).object();
                const QString version = said.value(QLatin1String("etcdserver")).toString();
                if (version.isEmpty())
                    return done(Error{ErrorKind::NotKubernetes, "What answers there is no etcd.", "/version"});
                findPrefixes("etcd " + version.toStdString(), done);
            });
    }
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        m_probed = std::move(done);
        if (m_probe) // it is answered, or ends with TimedOut: one that was begun anew each time would never
            return;
        EtcdRangeQuery query; // with the word of most members: it fails where there is no quorum
        query.keys = {m_prefix.empty() ? std::string(1, '\0') : m_prefix};
        query.isCounted = true;
        m_probe =
            std::make_unique<DocumentFetch>(m_transport, etcdRange(query), [this](const Result<QByteArray> &answer) {
                const auto probed = std::exchange(m_probed, nullptr);
                m_probe.reset();
                probed(answer || isAnswer(answer.error().kind) ? std::nullopt : std::optional(answer.error()));
            });
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter> bodies) override
    {
        return std::make_unique<EtcdListerWatcher>(m_transport, m_clock, scope, std::move(bodies));
    }
    void forgetConnections() override
    {
        m_gate.forgetConnections();
        m_transport.forgetConnections();
    }

private:
    void findPrefixes(const std::string &version, const std::function<void(Result<ServerFacts>)> &done)
    {
        m_prefixes = std::make_unique<EtcdPrefixes>(
            m_transport, m_prefix, [this, version, done](const Result<std::vector<ResourceInfo>> &found) {
                if (!found)
                    return done(found.error());
                // A prefix that has no keys just now may have some again: it is not a kind that is gone.
                for (const ResourceInfo &one : *found) {
                    const auto isIt = [&one](const ResourceInfo &known) { return known.gvr == one.gvr; };
                    if (std::ranges::none_of(m_known, isIt))
                        m_known.push_back(one);
                }
                std::ranges::sort(m_known, {}, [](const ResourceInfo &known) { return known.gvr.resource; });
                ServerFacts facts;
                facts.version = version;
                facts.resources = m_known;
                facts.served = m_known;
                done(std::move(facts));
            });
    }

    Clock &m_clock;
    const std::string m_prefix;
    std::unique_ptr<CredentialSource> m_nobody;
    EtcdTransport m_gate; ///< over which nobody is signed in
    EtcdLogin m_login;
    EtcdTransport m_transport;
    std::unique_ptr<DocumentFetch> m_version;
    std::unique_ptr<EtcdPrefixes> m_prefixes;
    std::vector<ResourceInfo> m_known;
    std::unique_ptr<DocumentFetch> m_probe;
    std::function<void(std::optional<Error>)> m_probed;
};

} // namespace

BackendFactory etcdBackend(EtcdAccess access)
{
    return [access = std::move(access)](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        if (access.endpoints.empty())
            return Error{ErrorKind::ConfigBroken, "No member of the etcd cluster is named.", "--etcd"};
        return std::unique_ptr<Backend>(std::make_unique<EtcdBackend>(access, clock));
    };
}

} // namespace wk
