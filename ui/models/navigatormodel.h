// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/resource/resourceinfo.h"
#include "ui/models/kindgroups.h"
#include "ui/models/pastkind.h"
#include "ui/style/watchmark.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace wk {

/// What a cluster serves, by groups: the kinds, and how many objects each has. Gui thread.
///
///     Favourites      Workloads        …     Custom
///       Pods  412       Pods  412             argoproj.io          only custom kinds have their API group between
///                       Deployments 31          Applications 31
class NavigatorModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class NodeKind { Group, ApiGroup, Kind };
    enum Role {
        SortRole = Qt::UserRole,
        NodeRole,      ///< NodeKind as int
        GroupRole,     ///< KindGroup as int
        NameRole,      ///< QString: "deployments.apps"; of an API group its name
        SearchRole,    ///< QString: all names of a kind, short ones too; empty for groups
        CountRole,     ///< QString: "412"; empty while it is not known
        ExactRole,     ///< bool: watched, so the count is exact and of the moment that is shown
        LockedRole,    ///< bool: not allowed
        StateRole,     ///< WatchState as int of a watched kind that is not simply live; -1 of any other
        SilentRole,    ///< bool: live, but not heard
        StateTextRole, ///< QString: "Waiting 12 s"; empty while it is live, and where a lock says it
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// Everything there is; the rows are made anew when it is not what it was.
    void setResources(const std::vector<ResourceInfo> &resources);
    /// Kinds by name ("deployments.apps"); those the cluster does not serve are kept for one that does.
    void setFavourites(const QStringList &names);
    const QStringList &favourites() const { return m_favourites; }

    /// How many objects a watched kind has; empty: it is watched no more, and the number fades.
    void setWatched(const GroupVersionResource &resource, std::optional<std::int64_t> objects);
    /// The answer to having asked; counts of watched kinds stay.
    void setCount(const GroupVersionResource &resource, const Result<std::int64_t> &count);
    /// What the kinds were at a moment of the past.
    struct Past {
        WallTime time{};
        std::map<GroupVersionResource, std::int64_t> counts{};
        KindOutages outages{};

        bool operator==(const Past &) const = default;
    };
    /// Shows these counts and marks, and no others. Empty: those of now again.
    void setPast(std::optional<Past> past, WallTime now);
    /// Whether the numbers of watched kinds stand still. Only said: who gives the numbers keeps them back.
    void setPaused(bool isPaused);
    /// How the watch of a kind fares, of several the worst; null: it has none. Countdowns run with each call.
    void setState(const GroupVersionResource &resource, const WatchStatus *status, WallTime now);
    /// Whether the server is there to be asked; while it is not, what was counted stands in parentheses.
    void setConnected(bool isConnected);
    /// Forgets all counts but those of watched kinds: another set of namespaces is looked at.
    void clearCounts();
    bool isWatched(const GroupVersionResource &resource) const;

    /// Names of groups and reasons in the language of now.
    void retranslate();

    /// Null for a row that is not a kind.
    const ResourceInfo *resourceAt(const QModelIndex &index) const;
    const std::vector<ResourceInfo> &resources() const { return m_resources; }
    /// The row of a kind in its own group, not among the favourites; invalid when it is not served.
    QModelIndex indexOf(const GroupVersionResource &resource) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Node {
        NodeKind kind = NodeKind::Group;
        KindGroup group = KindGroup::Workloads;
        QString text;
        int resource = -1; ///< in m_resources
        int parent = -1;
        int row = 0;
        std::vector<int> children;
    };
    /// Of a watch that needs attention.
    struct Fare {
        std::optional<WatchLook> look;
        QString state;
        QString tip;
    };
    struct Count {
        std::optional<std::int64_t> watched;
        std::optional<std::int64_t> asked;
        QString locked; ///< why it may not be listed
        QString shown;
        Fare fare;
        Fare pastFare;
    };

    void rebuild();
    int addNode(Node node);
    int apiGroupNode(int above, KindGroup group, const std::string &name);
    void setShown(const GroupVersionResource &resource, Count &count);
    void sayChanged(const GroupVersionResource &resource);
    const Count *countOf(const Node &node) const;
    const Node &nodeAt(const QModelIndex &index) const { return m_nodes[index.internalId()]; }
    QString toolTip(const Node &node) const;
    static QString searchText(const ResourceInfo &resource);
    QString accessibleText(const Node &node, const Count *count) const;
    QVariant stateData(const Count *count, int role) const;
    Fare pastFareOf(const GroupVersionResource &resource, WallTime now) const;
    const Fare &fareOf(const Count &count) const { return m_past ? count.pastFare : count.fare; }

    std::vector<ResourceInfo> m_resources;
    QStringList m_favourites;
    std::vector<Node> m_nodes;
    std::vector<int> m_top;
    std::map<GroupVersionResource, Count> m_counts;
    std::optional<Past> m_past;
    bool m_isConnected = true;
    bool m_isPaused = false;
};

} // namespace wk
