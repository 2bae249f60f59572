// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/kindgroups.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

namespace wk {

namespace {

struct NavigatorTr {
    Q_DECLARE_TR_FUNCTIONS(Navigator)
};

constexpr std::size_t NounChars = 80;

struct Place {
    std::string_view group;
    std::string_view resource; ///< empty: all of the group
    KindGroup where;
};

/// In the order in which they are shown within their group. Source: the API groups of k8s.io/api.
constexpr std::array Places{
    Place{"", "pods", KindGroup::Workloads},
    Place{"apps", "deployments", KindGroup::Workloads},
    Place{"apps", "replicasets", KindGroup::Workloads},
    Place{"apps", "statefulsets", KindGroup::Workloads},
    Place{"apps", "daemonsets", KindGroup::Workloads},
    Place{"batch", "jobs", KindGroup::Workloads},
    Place{"batch", "cronjobs", KindGroup::Workloads},
    Place{"autoscaling", "", KindGroup::Workloads},
    Place{"policy", "poddisruptionbudgets", KindGroup::Workloads},
    Place{"", "replicationcontrollers", KindGroup::Workloads},
    Place{"apps", "", KindGroup::Workloads},
    Place{"batch", "", KindGroup::Workloads},
    Place{"", "podtemplates", KindGroup::Workloads},
    Place{"", "services", KindGroup::Network},
    Place{"discovery.k8s.io", "", KindGroup::Network},
    Place{"networking.k8s.io", "ingresses", KindGroup::Network},
    Place{"networking.k8s.io", "", KindGroup::Network},
    Place{"gateway.networking.k8s.io", "", KindGroup::Network},
    Place{"extensions", "", KindGroup::Network},
    Place{"", "endpoints", KindGroup::Network},
    Place{"", "configmaps", KindGroup::Config},
    Place{"", "secrets", KindGroup::Config},
    Place{"", "resourcequotas", KindGroup::Config},
    Place{"", "limitranges", KindGroup::Config},
    Place{"scheduling.k8s.io", "", KindGroup::Config},
    Place{"admissionregistration.k8s.io", "", KindGroup::Config},
    Place{"", "persistentvolumeclaims", KindGroup::Storage},
    Place{"", "persistentvolumes", KindGroup::Storage},
    Place{"storage.k8s.io", "storageclasses", KindGroup::Storage},
    Place{"storage.k8s.io", "", KindGroup::Storage},
    Place{"snapshot.storage.k8s.io", "", KindGroup::Storage},
    Place{"", "nodes", KindGroup::Cluster},
    Place{"coordination.k8s.io", "leases", KindGroup::Cluster},
    Place{"", "namespaces", KindGroup::Cluster},
    Place{"", "events", KindGroup::Cluster},
    Place{"events.k8s.io", "", KindGroup::Cluster},
    Place{"apiextensions.k8s.io", "", KindGroup::Cluster},
    Place{"apiregistration.k8s.io", "", KindGroup::Cluster},
    Place{"coordination.k8s.io", "", KindGroup::Cluster},
    Place{"node.k8s.io", "", KindGroup::Cluster},
    Place{"flowcontrol.apiserver.k8s.io", "", KindGroup::Cluster},
    Place{"internal.apiserver.k8s.io", "", KindGroup::Cluster},
    Place{"resource.k8s.io", "", KindGroup::Cluster},
    Place{"storagemigration.k8s.io", "", KindGroup::Cluster},
    Place{"metrics.k8s.io", "", KindGroup::Cluster},
    Place{"", "componentstatuses", KindGroup::Cluster},
    Place{"", "serviceaccounts", KindGroup::Access},
    Place{"rbac.authorization.k8s.io", "", KindGroup::Access},
    Place{"certificates.k8s.io", "", KindGroup::Access},
    Place{"authentication.k8s.io", "", KindGroup::Access},
    Place{"authorization.k8s.io", "", KindGroup::Access},
    Place{"policy", "", KindGroup::Access},
    Place{"", "", KindGroup::Cluster},
};

int placeOf(const GroupVersionResource &resource)
{
    const auto it = std::find_if(Places.begin(), Places.end(), [&](const Place &place) {
        return place.group == resource.group && (place.resource.empty() || place.resource == resource.resource);
    });
    return int(it - Places.begin());
}

/// The plural of the URL with the capitals of the kind.
QString pluralOf(const std::string &kind, const std::string &resource)
{
    const QString one = displayText(kind, NounChars);
    if (!hasPlurals())
        return one;
    const QString many = displayText(resource, NounChars);
    qsizetype same = 0;
    while (same < one.size() && same < many.size() && one[same].toLower() == many[same].toLower())
        ++same;
    if (same == 0)
        return many;
    const bool leavesWordOut = same < one.size() && one[same].isUpper(); // NodeMetrics, "nodes"
    return leavesWordOut ? one : QString(one.left(same) + many.mid(same));
}

/// What so many of a kind are called in running text.
QString nounFor(std::int64_t count, const ResourceInfo &resource)
{
    if (resource.isOfKeys())
        return count == 1 ? NavigatorTr::tr("key", "of etcd") : NavigatorTr::tr("keys", "of etcd");
    if (!hasPlurals())
        return displayText(resource.kind, NounChars);
    const QString kind = displayText(resource.kind, NounChars);
    return count == 1 && !kind.isEmpty() ? kind.toLower() : pluralName(resource).toLower();
}

} // namespace

KindGroup groupOf(const GroupVersionResource &resource)
{
    if (resource.isOfKeys())
        return KindGroup::Keys;
    const auto place = std::size_t(placeOf(resource));
    return place < Places.size() ? Places[place].where : KindGroup::Custom;
}

int rankOf(const GroupVersionResource &resource)
{
    return placeOf(resource);
}

QString groupName(KindGroup group)
{
    switch (group) {
    case KindGroup::Favourites: return NavigatorTr::tr("Favourites");
    case KindGroup::Workloads: return NavigatorTr::tr("Workloads");
    case KindGroup::Network: return NavigatorTr::tr("Network");
    case KindGroup::Config: return NavigatorTr::tr("Config");
    case KindGroup::Storage: return NavigatorTr::tr("Storage");
    case KindGroup::Cluster: return NavigatorTr::tr("Cluster");
    case KindGroup::Access: return NavigatorTr::tr("Access");
    case KindGroup::Custom: return NavigatorTr::tr("Custom");
    case KindGroup::Keys: return NavigatorTr::tr("Keys", "of etcd");
    }
    return {};
}

bool hasPlurals()
{
    return NavigatorTr::tr("many",
                           "not shown: translate it by \"one\" where pods are called Pod however many they are") !=
           QStringLiteral("one");
}

QString countOfKind(std::int64_t count, const ResourceInfo &resource)
{
    return NavigatorTr::tr("%1 %2", "412 pods").arg(format::number(count), nounFor(count, resource));
}

QString countOfKind(std::int64_t count, std::int64_t of, const ResourceInfo &resource)
{
    return NavigatorTr::tr("%1 of %2 %3", "74 of 412 pods")
        .arg(format::number(count), format::number(of), nounFor(of, resource));
}

QString pluralName(const ResourceInfo &resource)
{
    if (!resource.isOfKeys())
        return pluralOf(resource.kind, resource.gvr.resource);
    std::string_view prefix = resource.gvr.resource;
    prefix.remove_prefix(prefix.starts_with(resource.gvr.group) ? resource.gvr.group.size() : 0);
    return prefix.empty() ? NavigatorTr::tr("All keys") : displayText(std::string(prefix), NounChars);
}

} // namespace wk
