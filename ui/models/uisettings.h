// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/clusterlook.h"
#include "ui/style/theme.h"

#include <QByteArray>
#include <QHash>
#include <QStringList>

#include <optional>

class QSettings;

namespace wk {

/// How the user has arranged the table of one kind. Columns are named by their key: the server's name of a
/// column, or a name of ours that begins with '@'.
struct TableLayout {
    QStringList order; ///< from left to right; columns not named come after, as the server sends them
    QStringList hidden;
    QStringList shown;          ///< columns that are hidden unless asked for (those of `-o wide`) and were asked for
    QStringList labels;         ///< labels shown as columns
    QHash<QString, int> widths; ///< px at 100 %
    QString sortColumn;
    bool sortDescending = false;

    bool operator==(const TableLayout &) const = default;
};

/// What of what was seen outlives what.
enum class HistoryKeeping {
    AcrossRestarts, ///< on the disk, and there the next time
    WhileItRuns,    ///< what is too much for the memory is on the disk, where nobody else finds it
    InMemoryOnly,
};

/// How much of what was seen is kept in memory, and for how long.
struct HistoryLimits {
    int megabytes = 128; ///< in memory
    int hours = 0;       ///< 0: as long as there is room
    int diskGigabytes = 4;

    bool operator==(const HistoryLimits &) const = default;
};

/// What the window remembers from one run to the next, typed, over a store that is handed in. What cannot be
/// read is as if it had never been written. Gui thread.
class UiSettings
{
public:
    /// The store outlives this object.
    explicit UiSettings(QSettings &store);

    ColourScheme colourScheme() const;
    void setColourScheme(ColourScheme scheme);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray &geometry);
    /// QMainWindow's own words on its docks, for each cluster.
    QByteArray windowLayout(const QString &cluster) const;
    void setWindowLayout(const QString &cluster, const QByteArray &layout);
    /// What a dock is to have where there is room, which its words on the docks do not say; 0: not known.
    int dockWidth(const QString &cluster, const QString &dock) const;
    void setDockWidth(const QString &cluster, const QString &dock, int width);

    /// The namespaces of a cluster that alone are watched while they are looked at; nothing: what is looked at and what
    /// is watched are not the same.
    std::optional<QStringList> onlyNamespaces(const QString &cluster) const;
    void setOnlyNamespaces(const QString &cluster, const std::optional<QStringList> &namespaces);

    /// Namespaces of a cluster that were entered by name: the server may not tell of them.
    QStringList enteredNamespaces(const QString &cluster) const;
    void setEnteredNamespaces(const QString &cluster, const QStringList &namespaces);

    /// How a cluster is to be seen; it is named by something that stays the same.
    ClusterLook clusterLook(const QString &cluster) const;
    void setClusterLook(const QString &cluster, const ClusterLook &look);

    /// Where the last file was put; empty: none was.
    QString exportFolder() const;
    void setExportFolder(const QString &folder);

    /// Recordings that were opened or made, the last one first; eight at most.
    QStringList recordings() const;
    void setRecordingOpened(const QString &path);

    HistoryKeeping historyKeeping() const;
    void setHistoryKeeping(HistoryKeeping keeping);
    /// Whether it has been said where the history lies.
    bool isHistoryTold() const;
    void setHistoryTold();
    HistoryLimits historyLimits() const;
    void setHistoryLimits(const HistoryLimits &limits);

    /// `kind` as kubectl names a resource: "pods", "deployments.apps"; a table that is of no kind has a name of ours
    /// that begins with '@'.
    TableLayout tableLayout(const QString &kind) const;
    void setTableLayout(const QString &kind, const TableLayout &layout);

    /// Kinds at the top of the navigator, as kubectl names them.
    QStringList favourites() const;
    void setFavourites(const QStringList &kinds);
    /// Groups of the navigator that the user has closed, by the navigator's own marks.
    QStringList closedGroups() const;
    void setClosedGroups(const QStringList &groups);

private:
    QSettings &m_store;
};

} // namespace wk
