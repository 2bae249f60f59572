// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clustermirror.h"

#include "core/cluster/kubeconfig.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

namespace wk {

namespace {

constexpr int Patience = 15'000;      // ms, until a cluster that settles has
constexpr int AuditPatience = 60'000; // ms, of all kinds

/// The objects of one kind by "namespace/name".
using Objects = QMap<QString, QJsonObject>;

QString keyOf(const QJsonObject &object)
{
    const QJsonObject metadata = object[QStringLiteral("metadata")].toObject();
    return metadata[QStringLiteral("namespace")].toString() + QStringLiteral("/") +
           metadata[QStringLiteral("name")].toString();
}

/// Of a List that may be of several kinds: by "apps/v1 Deployment".
QMap<QString, Objects> objectsOf(const QByteArray &list)
{
    QMap<QString, Objects> kinds;
    for (const QJsonValue &item : QJsonDocument::fromJson(list)[QStringLiteral("items")].toArray()) {
        const QJsonObject object = item.toObject();
        kinds[object[QStringLiteral("apiVersion")].toString() + QStringLiteral(" ") +
              object[QStringLiteral("kind")].toString()][keyOf(object)] = object;
    }
    return kinds;
}

QJsonObject bodyOf(const Object &object)
{
    const std::string body = object.body.object();
    if (!body.empty())
        return QJsonDocument::fromJson(QByteArray::fromStdString(body)).object();
    const QJsonObject metadata{{QStringLiteral("namespace"), QString::fromStdString(object.ns)},
                               {QStringLiteral("name"), QString::fromStdString(object.name)}};
    return {{QStringLiteral("metadata"), metadata}};
}

QString kubectlName(const ResourceInfo &resource)
{
    return QString::fromStdString(resource.gvr.resource + "." + resource.gvr.version + "." + resource.gvr.group);
}

QString inWords(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson());
}

QString inWords(const Result<AuditReport> &report)
{
    if (!report)
        return QString::fromStdString(report.error().text);
    if (report->verdict == AuditReport::Verdict::Equal && report->differences.empty())
        return {};
    const std::string first = report->differences.empty() ? "" : report->differences.front().name;
    return QStringLiteral("%1 differences, first %2")
        .arg(report->differences.size())
        .arg(QString::fromStdString(first));
}

/// Empty when they are the same. Of secrets only the metadata is ever fetched.
QString firstDifference(const Objects &mine, const Objects &server, bool isSecret)
{
    if (mine.keys() != server.keys())
        return QStringLiteral("%1 here, %2 there").arg(mine.size()).arg(server.size());
    for (auto it = server.begin(); it != server.end() && !isSecret; ++it) {
        if (mine[it.key()] != it.value())
            return QStringLiteral("%1 differs:\n%2\n%3").arg(it.key(), inWords(mine[it.key()]), inWords(it.value()));
    }
    return {};
}

} // namespace

ClusterAccess accessTo(const RealCluster &cluster, const char *user)
{
    return *Kubeconfig::load({cluster.kubeconfig(QString::fromLatin1(user)).toStdString()})->resolve({});
}

ClusterMirror::ClusterMirror(ClusterAccess access)
    : m_session(std::move(access))
{
    QObject::connect(&m_session, &ClusterSession::batchReady, &m_session, [this](const Batch &batch) { take(batch); });
    QObject::connect(&m_session, &ClusterSession::resourcesChanged, &m_session, [this] { openAll(); });
    QObject::connect(&m_session, &ClusterSession::audited, &m_session,
                     [this](WatchId watch, const Result<AuditReport> &report) { m_audits[watch] = inWords(report); });
    m_session.start();
}

void ClusterMirror::openAll()
{
    for (const ResourceInfo &resource : m_session.resources()) {
        const auto isIt = [&resource](const Watched &watched) { return watched.resource.gvr == resource.gvr; };
        if (!resource.isOnlyListed() && std::ranges::none_of(m_watches, isIt))
            m_watches[m_session.open({resource, {}, {}, {}})].resource = resource;
    }
}

WatchId ClusterMirror::find(const QString &resource) const
{
    for (auto it = m_watches.begin(); it != m_watches.end(); ++it) {
        if (it->resource.gvr.resource == resource.toStdString())
            return it.key();
    }
    return 0;
}

bool ClusterMirror::allLive() const
{
    return !m_watches.isEmpty() &&
           std::all_of(m_watches.begin(), m_watches.end(), [](const Watched &watched) { return watched.isLive; });
}

bool ClusterMirror::allStale() const
{
    return !m_watches.isEmpty() && std::all_of(m_watches.begin(), m_watches.end(), [](const Watched &watched) {
        return watched.status.staleSince.has_value();
    });
}

std::vector<qint64> ClusterMirror::liveAfter(Instant since) const
{
    std::vector<qint64> times;
    for (const Watched &watched : m_watches)
        times.push_back(std::max<qint64>(0, (watched.liveSince - since).count()));
    return times;
}

std::vector<qint64> ClusterMirror::staleAfter(Instant since) const
{
    std::vector<qint64> times;
    for (const Watched &watched : m_watches)
        times.push_back(std::max<qint64>(0, (watched.staleSince - since).count()));
    return times;
}

QStringList ClusterMirror::differencesNow(const RealCluster &cluster, const QList<WatchId> &watches) const
{
    QStringList names;
    for (WatchId watch : watches)
        names.append(kubectlName(m_watches[watch].resource));
    const auto listed =
        cluster.kubectl({QStringLiteral("get"), names.join(u','), QStringLiteral("-A"), QStringLiteral("-o"),
                         QStringLiteral("json"), QStringLiteral("--show-managed-fields")});
    if (listed.exitCode != 0)
        return {QStringLiteral("kubectl says ") + QString::fromUtf8(listed.err)};
    const auto server = objectsOf(listed.out);
    QStringList differences;
    for (WatchId watch : watches) {
        const Watched &watched = m_watches[watch];
        const ResourceInfo &resource = watched.resource;
        Objects mine;
        for (const ObjectPtr &object : watched.objects)
            mine[keyOf(bodyOf(*object))] = bodyOf(*object);
        const auto theirs = server[QString::fromStdString(resource.gvr.groupVersion() + " " + resource.kind)];
        const QString difference = firstDifference(mine, theirs, resource.gvr.qualifiedName() == "secrets");
        if (!difference.isEmpty())
            differences.append(kubectlName(resource) + QStringLiteral(": ") + difference);
    }
    return differences;
}

QStringList ClusterMirror::differences(const RealCluster &cluster) const
{
    QList<WatchId> unequal;
    const auto remains = [&] {
        QList<WatchId> still;
        for (WatchId watch : unequal) {
            if (!differencesNow(cluster, {watch}).isEmpty())
                still.append(watch);
        }
        unequal = still;
        return unequal.isEmpty();
    };
    if (differencesNow(cluster, m_watches.keys()).isEmpty())
        return {};
    unequal = m_watches.keys();
    if (QTest::qWaitFor(remains, Patience))
        return {};
    return differencesNow(cluster, unequal);
}

QStringList ClusterMirror::auditDifferences()
{
    m_audits.clear();
    for (WatchId watch : m_watches.keys())
        m_session.verify(watch);
    const auto areAnswered = [this] { return m_audits.size() == m_watches.size(); };
    QStringList differences;
    if (!QTest::qWaitFor(areAnswered, AuditPatience))
        differences.append(QStringLiteral("%1 of %2 audits are answered").arg(m_audits.size()).arg(m_watches.size()));
    for (auto it = m_audits.begin(); it != m_audits.end(); ++it) {
        if (!it->isEmpty())
            differences.append(kubectlName(m_watches[it.key()].resource) + QStringLiteral(": ") + *it);
    }
    return differences;
}

void ClusterMirror::take(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        take(*entry);
    for (const WatchStatus &status : batch.statuses)
        take(status);
}

void ClusterMirror::take(const WatchStatus &status)
{
    Watched &watched = m_watches[status.watch];
    if (status.staleSince && !watched.status.staleSince)
        watched.staleSince = m_clock.now();
    watched.status = status;
    const bool isLive = status.state == WatchState::Live && !status.staleSince && watched.isListed;
    if (isLive && !watched.isLive)
        watched.liveSince = m_clock.now();
    watched.isLive = isLive;
}

void ClusterMirror::take(const Entry &entry)
{
    Watched &watched = m_watches[entry.watch];
    relists += entry.type == EntryType::Relist;
    gaps += entry.type == EntryType::Gap;
    if (entry.type == EntryType::Reconnect) {
        ++reconnects;
        if (watched.isLive) // the break was over within a frame
            watched.staleSince = watched.liveSince = m_clock.now();
    }
    if (entry.type == EntryType::List) {
        watched.isListed = true;
        watched.objects.clear();
        for (const ObjectPtr &object : *entry.objects)
            watched.objects[QString::fromStdString(object->ns + "/" + object->name)] = object;
    }
    if (!entry.object)
        return;
    const QString key = QString::fromStdString(entry.object->ns + "/" + entry.object->name);
    if (entry.type == EntryType::Deleted)
        watched.objects.remove(key);
    else
        watched.objects[key] = entry.object;
}

} // namespace wk
