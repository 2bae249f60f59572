// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/names.h"
#include "core/base/giveway.h"
#include "core/demo/controlplane.h"
#include "core/demo/httpsources.h"
#include "core/demo/seed/store.h"

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

    const DemoOptions options;
    SystemClock clock;
    std::unique_ptr<ApiServer> server;
    ApiServer::Endpoint endpoint;
    std::unique_ptr<DemoThread> thread;
};

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
    options.seed = d->options.seed;
    options.window = std::max<std::size_t>(options.window, std::size_t(d->options.pods) / 5);
    options.watchQueue = std::max<std::size_t>(options.watchQueue, std::size_t(d->options.pods) / 10);
    d->server = std::make_unique<ApiServer>(options, d->clock);
    const auto store = [&](const std::vector<demo::SeedObject> &part) {
        const Result<> stored = demo::storeSeed(*d->server, part);
        if (progress)
            progress(demo::podsIn(part));
        return stored;
    };
    const Result<> seeded = demo::seedCluster(d->options, d->clock.wallNow(), store);
    if (!seeded)
        return seeded.error();
    const auto endpoint = d->server->start();
    if (!endpoint)
        return endpoint.error();
    d->endpoint = *endpoint;
    d->thread = std::make_unique<DemoThread>(d->options, *d->server, accessTo(d->endpoint, d->endpoint.readToken));
    d->thread->start();
    return accessTo(d->endpoint, d->endpoint.writeToken);
}

void DemoCluster::stop()
{
    d->thread.reset();
    d->server.reset();
}

void DemoCluster::run(Scenario scenario)
{
    if (d->thread)
        d->thread->post(scenario);
}

std::string DemoCluster::kubeconfigText() const
{
    return d->thread ? wk::kubeconfigText(d->endpoint, ContextName, d->endpoint.writeToken) : std::string();
}

} // namespace wk
