// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/navigatormodel.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/outagewords.h"
#include "ui/words/statewords.h"

#include <algorithm>
#include <tuple>

namespace wk {

namespace {

QString nameOf(const ResourceInfo &resource)
{
    return displayText(resource.gvr.qualifiedName());
}

/// Whether another group serves the very same objects: events.k8s.io those of the core group, and up to Kubernetes 1.21
/// extensions those of networking.k8s.io.
bool isToldTwice(const ResourceInfo &resource, const std::vector<ResourceInfo> &all)
{
    if (resource.gvr.group == "events.k8s.io")
        return true;
    return resource.gvr.group == "extensions" && std::ranges::any_of(all, [&](const ResourceInfo &other) {
               return other.gvr.group == "networking.k8s.io" && other.gvr.resource == resource.gvr.resource;
           });
}

/// Without the reason, which there is no room for beside a name.
QString briefState(WatchStatus status, WallTime now)
{
    status.error.reset();
    return watchStateText(status, now);
}

} // namespace

void NavigatorModel::setResources(const std::vector<ResourceInfo> &resources)
{
    if (resources == m_resources)
        return;
    beginResetModel();
    m_resources = resources;
    rebuild();
    endResetModel();
}

void NavigatorModel::setFavourites(const QStringList &names)
{
    if (names == m_favourites)
        return;
    beginResetModel();
    m_favourites = names;
    rebuild();
    endResetModel();
}

void NavigatorModel::retranslate()
{
    beginResetModel();
    rebuild();
    endResetModel();
}

int NavigatorModel::addNode(Node node)
{
    const int number = int(m_nodes.size());
    auto &siblings = node.parent < 0 ? m_top : m_nodes[std::size_t(node.parent)].children;
    node.row = int(siblings.size());
    siblings.push_back(number);
    m_nodes.push_back(std::move(node));
    return number;
}

namespace {

/// API groups, or prefixes of keys.
bool hasGroupsOfItsOwn(KindGroup group)
{
    return group == KindGroup::Custom || group == KindGroup::Keys;
}

} // namespace

int NavigatorModel::apiGroupNode(int above, KindGroup group, const std::string &name)
{
    const QString text = displayText(name);
    for (const int child : m_nodes[std::size_t(above)].children) {
        if (m_nodes[std::size_t(child)].text == text)
            return child;
    }
    return addNode({NodeKind::ApiGroup, group, text, -1, above, 0, {}});
}

void NavigatorModel::rebuild()
{
    m_nodes.clear();
    m_top.clear();
    std::vector<int> order;
    for (int i = 0; i < int(m_resources.size()); ++i) {
        if (!isToldTwice(m_resources[std::size_t(i)], m_resources))
            order.push_back(i);
    }
    const auto key = [this](int i) {
        const ResourceInfo &resource = m_resources[std::size_t(i)];
        const KindGroup group = groupOf(resource.gvr);
        const std::string apiGroup = hasGroupsOfItsOwn(group) ? resource.gvr.group : std::string();
        return std::tuple(group, apiGroup, rankOf(resource.gvr), resource.kind);
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
    std::map<KindGroup, int> groups;
    const auto groupNode = [&](KindGroup group) {
        const auto it = groups.find(group);
        return it != groups.end() ? it->second
                                  : groups[group] = addNode({NodeKind::Group, group, groupName(group), -1, -1, 0, {}});
    };
    for (const QString &favourite : m_favourites) {
        const auto it = std::find_if(order.begin(), order.end(),
                                     [&](int i) { return nameOf(m_resources[std::size_t(i)]) == favourite; });
        if (it != order.end())
            addNode({NodeKind::Kind,
                     KindGroup::Favourites,
                     pluralName(m_resources[std::size_t(*it)]),
                     *it,
                     groupNode(KindGroup::Favourites),
                     0,
                     {}});
    }
    for (const int i : order) {
        const ResourceInfo &resource = m_resources[std::size_t(i)];
        const KindGroup group = groupOf(resource.gvr);
        const int above = groupNode(group);
        const bool isTop = resource.isOfKeys() && resource.gvr.group.size() <= 1; // "/", or nothing
        const int parent = hasGroupsOfItsOwn(group) && !isTop ? apiGroupNode(above, group, resource.gvr.group) : above;
        // Of several clusters each may serve it in another version.
        const bool isTwice = std::ranges::any_of(m_resources, [&resource](const ResourceInfo &other) {
            return other.gvr.group == resource.gvr.group && other.gvr.resource == resource.gvr.resource &&
                   other.gvr.version != resource.gvr.version;
        });
        const QString text =
            isTwice ? tr("%1 (%2)", "a kind, its version").arg(pluralName(resource), displayText(resource.gvr.version))
                    : pluralName(resource);
        addNode({NodeKind::Kind, group, text, i, parent, 0, {}});
    }
}

void NavigatorModel::setWatched(const GroupVersionResource &resource, std::optional<std::int64_t> objects)
{
    Count &count = m_counts[resource];
    if (count.watched == objects && (!objects || count.locked.isEmpty()))
        return;
    if (count.watched && !objects)
        count.asked = count.watched;
    count.watched = objects;
    if (objects)
        count.locked.clear();
    setShown(resource, count);
}

void NavigatorModel::setCount(const GroupVersionResource &resource, const Result<std::int64_t> &answer)
{
    Count &count = m_counts[resource];
    count.locked.clear();
    count.asked.reset();
    if (answer)
        count.asked = *answer;
    else if (answer.error().kind == ErrorKind::Forbidden)
        count.locked = errorWords(answer.error()).sentence();
    setShown(resource, count);
}

void NavigatorModel::setConnected(bool isConnected)
{
    if (isConnected == m_isConnected)
        return;
    m_isConnected = isConnected;
    for (auto &[resource, count] : m_counts)
        setShown(resource, count);
}

void NavigatorModel::clearCounts()
{
    for (auto &[resource, count] : m_counts) {
        count.asked.reset();
        count.locked.clear();
        setShown(resource, count);
    }
}

void NavigatorModel::setPast(std::optional<Past> past, WallTime now)
{
    if (past == m_past)
        return;
    m_past = std::move(past);
    for (const ResourceInfo &resource : m_resources) {
        Count &count = m_counts[resource.gvr];
        count.pastFare = pastFareOf(resource.gvr, now);
        setShown(resource.gvr, count);
    }
}

/// The mark that it wore while it lasted.
NavigatorModel::Fare NavigatorModel::pastFareOf(const GroupVersionResource &resource, WallTime now) const
{
    if (!m_past || !m_past->outages.contains(resource))
        return {};
    const Outage &outage = m_past->outages.at(resource);
    const QString words = outageTitle(outage, m_past->time, now);
    return {WatchLook{WatchState::Live, true, false}, words, words + u'\n' + outageMeaning(outage, m_past->time)};
}

void NavigatorModel::setPaused(bool isPaused)
{
    m_isPaused = isPaused;
}

bool NavigatorModel::isWatched(const GroupVersionResource &resource) const
{
    const auto it = m_counts.find(resource);
    return it != m_counts.end() && it->second.watched;
}

void NavigatorModel::setShown(const GroupVersionResource &resource, Count &count)
{
    auto number = count.watched ? count.watched : count.asked;
    if (m_past) {
        const auto then = m_past->counts.find(resource);
        number = then == m_past->counts.end() ? std::nullopt : std::optional(then->second);
    }
    count.shown = number ? format::number(*number) : QString();
    if (!m_past && !m_isConnected && !count.watched && count.asked)
        count.shown = u'(' + count.shown + u')';
    sayChanged(resource);
}

void NavigatorModel::setState(const GroupVersionResource &resource, const WatchStatus *status, WallTime now)
{
    Count &count = m_counts[resource];
    const bool tells = status && (needsAttention(*status) || status->state == WatchState::Polled);
    if (!tells && !count.fare.look)
        return;
    count.fare = tells ? Fare{lookOf(*status), briefState(*status, now), watchToolTip(*status, now)} : Fare();
    sayChanged(resource);
}

void NavigatorModel::sayChanged(const GroupVersionResource &resource)
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        if (node.resource < 0 || m_resources[std::size_t(node.resource)].gvr != resource)
            continue;
        const QModelIndex changed = createIndex(node.row, 0, quintptr(i));
        Q_EMIT dataChanged(changed, changed);
    }
}

const NavigatorModel::Count *NavigatorModel::countOf(const Node &node) const
{
    if (node.resource < 0)
        return nullptr;
    const auto it = m_counts.find(m_resources[std::size_t(node.resource)].gvr);
    return it == m_counts.end() ? nullptr : &it->second;
}

const ResourceInfo *NavigatorModel::resourceAt(const QModelIndex &index) const
{
    if (!index.isValid() || nodeAt(index).resource < 0)
        return nullptr;
    return &m_resources[std::size_t(nodeAt(index).resource)];
}

QModelIndex NavigatorModel::indexOf(const GroupVersionResource &resource) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node &node = m_nodes[i];
        if (node.resource >= 0 && node.group != KindGroup::Favourites &&
            m_resources[std::size_t(node.resource)].gvr == resource)
            return createIndex(node.row, 0, quintptr(i));
    }
    return {};
}

QModelIndex NavigatorModel::index(int row, int column, const QModelIndex &parent) const
{
    const auto &siblings = parent.isValid() ? nodeAt(parent).children : m_top;
    if (row < 0 || row >= int(siblings.size()) || column != 0)
        return {};
    return createIndex(row, column, quintptr(siblings[std::size_t(row)]));
}

QModelIndex NavigatorModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || nodeAt(child).parent < 0)
        return {};
    const int above = nodeAt(child).parent;
    return createIndex(m_nodes[std::size_t(above)].row, 0, quintptr(above));
}

int NavigatorModel::rowCount(const QModelIndex &parent) const
{
    return int(parent.isValid() ? nodeAt(parent).children.size() : m_top.size());
}

int NavigatorModel::columnCount(const QModelIndex &) const
{
    return 1;
}

Qt::ItemFlags NavigatorModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const bool isKind = nodeAt(index).kind == NodeKind::Kind;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | (isKind ? Qt::ItemNeverHasChildren : Qt::NoItemFlags);
}

QVariant NavigatorModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = nodeAt(index);
    const Count *count = countOf(node);
    switch (role) {
    case Qt::DisplayRole: return node.text;
    case Qt::ToolTipRole: return safeToolTip(toolTip(node));
    case Qt::AccessibleTextRole:
        return count && !count->locked.isEmpty() ? tr("%1, locked").arg(node.text) : accessibleText(node, count);
    case SortRole: return node.row;
    case NodeRole: return int(node.kind);
    case GroupRole: return int(node.group);
    case NameRole: return node.resource < 0 ? node.text : nameOf(m_resources[std::size_t(node.resource)]);
    case SearchRole: return node.resource < 0 ? QString() : searchText(m_resources[std::size_t(node.resource)]);
    case CountRole: return count ? count->shown : QString();
    case ExactRole: return count && (m_past || count->watched.has_value());
    case StateRole:
    case SilentRole:
    case StateTextRole: return stateData(count, role);
    case LockedRole: return count && !count->watched && !count->locked.isEmpty();
    default: return {};
    }
}

QString NavigatorModel::searchText(const ResourceInfo &resource)
{
    QStringList words{nameOf(resource), displayText(resource.kind)};
    for (const std::string &name : resource.shortNames)
        words << displayText(name);
    return words.join(u' ');
}

QString NavigatorModel::accessibleText(const Node &node, const Count *count) const
{
    QStringList parts{node.text, count ? count->shown : QString(), count ? fareOf(*count).state : QString()};
    parts.removeAll(QString());
    return parts.join(u' ');
}

QVariant NavigatorModel::stateData(const Count *count, int role) const
{
    const Fare fare = count ? fareOf(*count) : Fare();
    if (role == StateRole)
        return fare.look ? int(fare.look->state) : -1;
    if (role == SilentRole)
        return fare.look && fare.look->isSilent;
    return fare.look && fare.look->state != WatchState::NotAllowed ? fare.state : QString();
}

QString NavigatorModel::toolTip(const Node &node) const
{
    if (node.resource < 0)
        return node.kind == NodeKind::ApiGroup ? node.text : QString(); // it may be cut
    const ResourceInfo &resource = m_resources[std::size_t(node.resource)];
    const QString name = nameOf(resource) + u" · " + displayText(resource.gvr.groupVersion());
    const Count *count = countOf(node);
    if (count && fareOf(*count).look)
        return name + u'\n' + fareOf(*count).tip;
    if (m_past)
        return name + u'\n' +
               (!count || count->shown.isEmpty() ? tr("It was not being watched at the moment shown.")
                                                 : tr("This is the count at the moment shown."));
    if (!count || (!count->watched && !count->asked && count->locked.isEmpty()))
        return name + u'\n' + tr("Not watched, and not counted yet.");
    if (count->watched)
        return name + u'\n' +
               (m_isPaused ? tr("Watched: this is the count when you paused.")
                           : tr("Watched: this is the current count."));
    if (!count->locked.isEmpty())
        return name + u'\n' + count->locked;
    return name + u'\n' +
           (m_isConnected ? tr("Not watched: counted once a minute.")
                          : tr("Not watched: counted before the connection was lost."));
}

} // namespace wk
