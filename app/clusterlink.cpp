// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clusterlink.h"

#include "app/startkinds.h"

#include <algorithm>
#include <utility>

namespace wk {

ClusterLink::ClusterLink(QString name, Reach reach, HistoryWriter &writer, const KeptHistory &kept)
    : m_name(std::move(name))
    , m_writer(writer)
    , m_kept(kept)
    , m_provisional(ClusterId::provisional(reach.access))
    , m_cluster(kept.knownAs(m_provisional))
    , m_session(makeSession(std::move(reach), m_cluster))
    , m_watches(*m_session)
{
    connectSession();
}

ClusterLink::~ClusterLink() = default;

std::unique_ptr<ClusterSession> ClusterLink::makeSession(Reach reach, ClusterId cluster)
{
    m_asked.invalidate();
    auto session = std::make_unique<ClusterSession>(
        std::move(reach.access), std::move(reach.backend),
        SessionHistory{&m_writer, [this](const ClusterId &id) { return m_writer.takeBodies(id); }, std::move(cluster)});
    connect(session.get(), &ClusterSession::pluginTold, this, &ClusterLink::pluginTold);
    // While a plugin runs it is not the server that lets us wait.
    connect(session.get(), &ClusterSession::pluginTold, this, [this](const PluginNews &news) {
        m_asked.invalidate();
        if (news.kind == PluginNews::Kind::Ended)
            noteWait();
    });
    return session;
}

void ClusterLink::connectSession()
{
    connect(m_session.get(), &ClusterSession::stateChanged, this, &ClusterLink::sessionMoved);
    connect(m_session.get(), &ClusterSession::resourcesChanged, this, [this] {
        if (isKnown())
            Q_EMIT served();
        Q_EMIT notesChanged();
    });
    connect(m_session.get(), &ClusterSession::notesChanged, this, &ClusterLink::notesChanged);
    connect(m_session.get(), &ClusterSession::batchReady, this, [this](const Batch &batch) {
        Q_EMIT batchReady(batch);
        m_watches.hear(batch.statuses); // last: what it closes would be shown again by the batch
    });
}

bool ClusterLink::isKnown() const
{
    const bool isConnected = m_session->state() == SessionState::Connected;
    return isConnected && m_session->cluster() == m_cluster && m_yieldsTo.isEmpty();
}

void ClusterLink::noteWait()
{
    if (newest().state() == SessionState::Connecting && !m_asked.isValid())
        m_asked.start();
}

std::optional<std::chrono::seconds> ClusterLink::waited() const
{
    if (!m_asked.isValid() || newest().state() != SessionState::Connecting || hasHappened(newest().lastError()))
        return {};
    return std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(m_asked.elapsed()));
}

void ClusterLink::sessionMoved()
{
    m_failure.reset();
    noteWait();
    if (!m_coming)
        Q_EMIT moved();
    if (m_session->state() != SessionState::Connected)
        return;
    if (!m_cluster.isEmpty() && m_session->cluster() != m_cluster) {
        m_kept.remember(m_provisional, m_session->cluster());
        return Q_EMIT anotherCluster();
    }
    m_cluster = m_session->cluster();
    m_writer.nameCluster(m_cluster, word().toStdString());
    Q_EMIT known();
}

void ClusterLink::yieldTo(const ClusterLink &other)
{
    m_yieldsTo = other.m_name;
    m_watches.forgetEarlier();
}

void ClusterLink::setLook(const ClusterLook &look)
{
    m_look = look;
    if (!m_cluster.isEmpty())
        m_writer.nameCluster(m_cluster, word().toStdString());
}

void ClusterLink::reconnect(Reach reach)
{
    const bool isSameWay = ClusterId::provisional(reach.access) == ClusterId::provisional(m_session->access());
    if (std::exchange(m_coming, nullptr))
        Q_EMIT pluginTold({PluginNews::Kind::Ended});                              // with it
    m_coming = makeSession(std::move(reach), isSameWay ? m_cluster : ClusterId()); // elsewhere its uid has to tell
    connect(m_coming.get(), &ClusterSession::stateChanged, this, &ClusterLink::comingMoved);
}

void ClusterLink::comingMoved()
{
    m_failure.reset();
    noteWait();
    if (m_coming->state() != SessionState::Connected)
        return Q_EMIT moved();
    m_coming->disconnect(this);
    if (!m_cluster.isEmpty() && m_coming->cluster() != m_cluster)
        Q_EMIT anotherCluster();
    else
        moveToComing();
}

void ClusterLink::moveToComing()
{
    const auto before = std::exchange(m_session, std::move(m_coming));
    before->disconnect(this);
    Q_EMIT pluginTold({PluginNews::Kind::Ended}); // with it
    m_watches.moveTo(*m_session);
    connectSession();
    sessionMoved(); // what it serves is told next
}

void ClusterLink::retry(WatchId watch)
{
    if (m_coming)
        m_coming->retryNow();
    if (watch == 0)
        m_session->retryNow();
    else
        m_session->retryWatch(watch);
}

void ClusterLink::cancelPlugin()
{
    m_session->cancelPlugin();
    if (m_coming)
        m_coming->cancelPlugin();
}

void ClusterLink::fail(const Error &error)
{
    m_failure = error;
    Q_EMIT moved();
}

std::vector<ResourceInfo> ClusterLink::setEarlier(const HistorySnapshot &history)
{
    m_earlier = m_watches.setEarlier(history, m_cluster);
    return m_earlier;
}

void ClusterLink::want(const GroupVersionResource &kind)
{
    const std::vector<ResourceInfo> &served = m_session->resources();
    const std::vector<ResourceInfo> &kinds = served.empty() ? m_earlier : served;
    const auto found = std::ranges::find(kinds, kind, &ResourceInfo::gvr);
    if (found != kinds.end())
        m_watches.want(*found);
}

std::vector<ResourceInfo> ClusterLink::takeStartKinds()
{
    std::vector<ResourceInfo> kinds = startKinds(m_session->resources());
    std::erase_if(kinds, [this](const ResourceInfo &kind) { return !m_started.insert(kind.gvr).second; });
    return kinds;
}

} // namespace wk
