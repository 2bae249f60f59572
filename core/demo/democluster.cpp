// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/apiserver/names.h"
#include "core/apiserver/registry.h"
#include "core/base/giveway.h"
#include "core/demo/controlplane.h"
#include "core/demo/httpsources.h"
#include "core/demo/seed/store.h"
#include "core/etcdstorage/etcdstorage.h"

#include <QThread>

#include <algorithm>
#include <latch>

namespace wk {

namespace {

constexpr const char *ContextName = "demo";

ClusterAccess accessTo(const ApiServer::Endpoint &endpoint, const Secret &token)
{
    ClusterAccess access;
    access.context = ContextName;
    access.cluster = ContextName;
    access.user = ContextName;
    access.source = ContextName;
    access.server = QUrl(QString::fromStdString(endpoint.url));
    access.caPem = QByteArray::fromStdString(endpoint.caCertificate);
    access.signIn = token;
    return access;
}

} // namespace

/// The components with their connections and their clock, in the demo's thread.
class DemoThread : public QThread
{
public:
    DemoThread(const DemoOptions &options, ApiServer &server, ClusterAccess access)
        : m_options(options)
        , m_server(server)
        , m_access(std::move(access))
        , m_post(std::make_unique<QObject>())
    {
        m_post->moveToThread(this);
    }

    ~DemoThread() override
    {
        quit();
        wait();
        // Open by now. wait() hands nothing over that a thread sanitizer sees when the thread has ended before it.
        if (isFinished())
            m_ended.wait();
    }

    /// Any thread.
    void post(Scenario scenario)
    {
        QMetaObject::invokeMethod(m_post.get(), [this, scenario] {
            if (m_plane)
                m_plane->run(scenario);
        });
    }

protected:
    void run() override
    {
        giveWayToTheWindow();
        work();
        m_ended.count_down();
    }

private:
    void work()
    {
        SystemClock clock;
        std::vector<std::unique_ptr<demo::HttpSources>> processes;
        const auto sourcesFor = [&](const std::string &process) {
            ClusterAccess access = m_access;
            access.userAgent =
                QByteArray::fromStdString(process) + "/v1.32.0 (linux/amd64) watchkeeper/" WATCHKEEPER_VERSION;
            processes.push_back(std::make_unique<demo::HttpSources>(access, clock));
            return processes.back()->maker();
        };
        demo::ControlPlane plane(m_options, m_server, clock, sourcesFor);
        m_plane = &plane;
        plane.start();
        exec();
        m_plane = nullptr;
    }

    const DemoOptions m_options;
    ApiServer &m_server;
    const ClusterAccess m_access;
    demo::ControlPlane *m_plane = nullptr; ///< the demo's thread
    std::unique_ptr<QObject> m_post;
    std::latch m_ended{1};
};

namespace {

DemoOptions within(DemoOptions options)
{
    options.nodes = std::clamp(options.nodes, 1, DemoOptions::MostNodes);
    if (options.isCrowded())
        options.pods = std::clamp(options.pods, DemoOptions::FewestPods, DemoOptions::MostPods);
    if (options.clusterUid.empty())
        options.clusterUid = apiserver::NameGenerator().uid(); // whatever the seed: what it brings about is its own
    options.speed = std::clamp(options.speed, 0.1, 100.0);
    return options;
}

} // namespace

struct DemoCluster::Private {
    explicit Private(DemoOptions given)
        : options(within(given))
    {}

    /// Lets the components work, or ends them. The owner's thread.
    void work(bool works)
    {
        if (!works) {
            thread.reset();
            return;
        }
        if (thread)
            return;
        server->registry().sweep();
        thread = std::make_unique<DemoThread>(options, *server, accessTo(endpoint, endpoint.readToken));
        thread->start();
    }
    EtcdStorage *etcd() const { return options.etcd ? static_cast<EtcdStorage *>(&server->storage()) : nullptr; }
    Result<> agree();
    bool isToSeed();
    Result<> seed(const Progress &progress);
    void stand();

    const DemoOptions options;
    const std::string name = apiserver::NameGenerator().uid(); ///< among the servers that share an etcd
    SystemClock clock;
    std::unique_ptr<ApiServer> server;
    ApiServer::Endpoint endpoint;
    std::unique_ptr<DemoThread> thread;
    std::unique_ptr<QObject> post; ///< the owner's thread
};

/// All servers on one etcd have one identity, so that one kubeconfig is good for each.
Result<> DemoCluster::Private::agree()
{
    const auto made = apiserver::makeServerIdentity("127.0.0.1", clock.wallNow());
    if (!made)
        return made.error();
    const auto agreed = etcd()->shared("identity", apiserver::textOf(*made));
    if (!agreed)
        return agreed.error();
    const auto identity = apiserver::serverIdentityIn(*agreed);
    if (!identity)
        return Error{ErrorKind::Invalid, "What etcd holds as the servers' identity cannot be read.", "--etcd-prefix"};
    server->setIdentity(*identity);
    return success();
}

/// In memory there is nothing; in an etcd somebody else may be at it.
bool DemoCluster::Private::isToSeed()
{
    if (!etcd())
        return true;
    if (!etcd()->isEmpty())
        return false;
    const auto seeder = etcd()->shared("seeder", name);
    return seeder && *seeder == name;
}

Result<> DemoCluster::Private::seed(const Progress &progress)
{
    if (!options.hasComponents) {
        const ApiWriter writer(*server, "seed");
        for (const char *nameSpace : {"default", "kube-system"}) {
            if (const auto made = writer.seed("namespaces", {{"metadata", {{"name", nameSpace}}}}); !made)
                return made.error();
        }
        return success();
    }
    const auto store = [&](const std::vector<demo::SeedObject> &part) {
        const Result<> stored = demo::storeSeed(*server, part);
        if (progress)
            progress(demo::podsIn(part));
        return stored;
    };
    return demo::seedCluster(options, clock.wallNow(), store);
}

/// Of several servers one is chosen, whose components work.
void DemoCluster::Private::stand()
{
    post = std::make_unique<QObject>();
    etcd()->standForElection(name, [this, context = post.get()](bool isChosen) {
        if (options.etcd->log)
            options.etcd->log(isChosen ? "The cluster's components are at work in this server."
                                       : "The cluster's components are not at work in this server any more.");
        QMetaObject::invokeMethod(
            context, [this, isChosen] { work(isChosen); }, Qt::QueuedConnection);
    });
}

DemoCluster::DemoCluster(DemoOptions options)
    : d(std::make_unique<Private>(options))
{}

DemoCluster::~DemoCluster()
{
    stop();
}

Result<ClusterAccess> DemoCluster::start(const Progress &progress)
{
    stop();
    ApiServer::Options options;
    options.port = d->options.port;
    options.tls = d->options.tls;
    options.readToken = d->options.identity.readToken;
    options.writeToken = d->options.identity.writeToken;
    options.identity = d->options.identity.tls;
    options.revision = d->options.revision;
    options.seed = d->options.etcd ? 0 : d->options.seed; // of several servers each makes uids and names of its own
    options.window = std::max<std::size_t>(options.window, std::size_t(d->options.pods) / 5);
    options.watchQueue = std::max<std::size_t>(options.watchQueue, std::size_t(d->options.pods) / 10);
    if (d->options.etcd)
        options.makeStorage = [etcd = *d->options.etcd](apiserver::ResourceTable &types) {
            return std::make_unique<EtcdStorage>(etcd, types);
        };
    d->server = std::make_unique<ApiServer>(options, d->clock);
    if (const Result<> opened = d->server->open(); !opened)
        return opened.error();
    if (const Result<> agreed = d->etcd() ? d->agree() : success(); !agreed)
        return agreed.error();
    if (const Result<> seeded = d->isToSeed() ? d->seed(progress) : success(); !seeded)
        return seeded.error();
    const auto endpoint = d->server->start();
    if (!endpoint)
        return endpoint.error();
    d->endpoint = *endpoint;
    if (d->etcd() && d->options.hasComponents)
        d->stand();
    else
        d->work(d->options.hasComponents);
    return accessTo(d->endpoint, d->endpoint.writeToken);
}

void DemoCluster::stop()
{
    if (d->server) // an etcd that does not answer keeps nobody
        d->server->storage().giveUp();
    d->thread.reset();
    d->server.reset();
    d->post.reset();
}

void DemoCluster::run(Scenario scenario)
{
    if (d->thread)
        d->thread->post(scenario);
}

std::string DemoCluster::kubeconfigText() const
{
    return d->server ? wk::kubeconfigText(d->endpoint, ContextName) : std::string();
}

} // namespace wk
