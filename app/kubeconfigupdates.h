// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kubeconfigfollower.h"

#include <QMessageBox>
#include <QObject>
#include <QPointer>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace wk {

class ClusterLink;
class ClusterMenu;
class Workbench;

/// What becomes of a window when its kubeconfigs change: the menu of clusters follows, other credentials are used by
/// the sessions that are open, and whatever leads elsewhere is asked about first. Gui thread.
class KubeconfigUpdates : public QObject
{
    Q_OBJECT

public:
    /// The menu outlives it.
    explicit KubeconfigUpdates(ClusterMenu &clusters);

    /// The files of the menu, from now on.
    void followFiles();
    /// The clusters that the window is on, from now on.
    void followClusters(Workbench &bench);

Q_SIGNALS:
    /// The menu's contexts are others.
    void menuMoved();
    /// The user wants it reached so from now on.
    void wayAgreed(wk::ClusterLink &link, const wk::ClusterAccess &access);
    /// What could not be read at all may be by now.
    void mended();

private:
    /// Of a context, by its file and its name there.
    using Place = std::pair<std::string, std::string>;
    struct Question {
        QPointer<QMessageBox> box;
        ClusterAccess about; ///< a no to it is not asked about again
    };

    void takeNews();
    void apply(ClusterLink &link, const ClusterAccess &now);
    void ask(ClusterLink &link, const ClusterAccess &now);

    ClusterMenu &m_clusters;
    KubeconfigFollower m_follower;
    QPointer<Workbench> m_bench;
    std::map<Place, Question> m_questions;
};

} // namespace wk
