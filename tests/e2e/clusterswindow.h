// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench.h"
#include "core/base/clock.h"
#include "core/session/kubebackend.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"
#include "ui/window/statussegment.h"

#include <QSettings>
#include <QTemporaryDir>

#include <set>
#include <utility>
#include <vector>

namespace wk::test {

/// The program's window on these clusters, each by its name, with settings of its own. Gui thread.
struct ClustersWindow {
    explicit ClustersWindow(const std::vector<std::pair<QString, ClusterAccess>> &clusters,
                            const KeptHistory &kept = {})
        : bench(WindowContext{theme, settings, clock}, chosen(clusters), kept)
    {
        bench.window().resize(1440, 900);
        bench.window().show();
        for (const auto &link : bench.clusters().all())
            link->session().start();
    }

    static std::vector<ChosenCluster> chosen(const std::vector<std::pair<QString, ClusterAccess>> &clusters)
    {
        std::vector<ChosenCluster> chosen;
        for (const auto &[name, access] : clusters)
            chosen.push_back({name, {access, kubeBackend(access, {})}});
        return chosen;
    }

    template <class T>
    T &view()
    {
        return *bench.window().findChild<T *>();
    }
    const ResourceTableModel &table() { return view<TableView>().model(); }
    /// What stands under CLUSTER, each once.
    std::set<QString> clustersShown()
    {
        std::set<QString> shown;
        const int column = table().columnOf(QStringLiteral("@cluster"));
        for (int row = 0; column >= 0 && row < table().rowCount(); ++row)
            shown.insert(table().text(row, column));
        return shown;
    }
    /// Whose rows are in the history.
    std::set<QString> clustersTold() const
    {
        const HistorySnapshot &history = bench.history().now();
        std::set<QString> told;
        for (RowId row = history.begin(); row < history.end(); ++row)
            told.insert(QString::fromUtf8(history.clusterName(row).data(), qsizetype(history.clusterName(row).size())));
        return told;
    }
    /// What the status bar says of the connections.
    QString connection()
    {
        for (const auto *segment : bench.window().findChildren<StatusSegment *>()) {
            if (segment->accessibleName() == QStringLiteral("Connection"))
                return segment->text();
        }
        return {};
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    Workbench bench;
};

} // namespace wk::test
