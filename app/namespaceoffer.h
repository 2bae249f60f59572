// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/knownnamespaces.h"
#include "ui/answers/livefold.h"

#include <QObject>

namespace wk {

class ClusterLink;
class ClusterLinks;
class MainWindow;
class UiSettings;
struct ResourceInfo;

/// Which namespaces a window offers: those that it has heard of, and those that the user has entered for its first
/// cluster; and where it looks when not all may be looked at. Gui thread.
class NamespaceOffer : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    NamespaceOffer(MainWindow &window, ClusterLinks &clusters, UiSettings &settings);

    void follow(const HistoryPtr &history) { m_namespaces.follow(history, history->end()); }
    /// Who may not list pods of all namespaces may most likely list those of the context's own. Of several clusters
    /// each falls back for itself.
    void fallBackToOwn(ClusterLink &link, const ResourceInfo &kind);

private:
    void offer();

    MainWindow &m_window;
    ClusterLinks &m_clusters;
    LiveFold<KnownNamespaces> m_namespaces;
    std::uint64_t m_offered = 0;  ///< KnownNamespaces::changes() of what the window offers
    bool m_hasFallenBack = false; ///< to the context's namespace; whoever asks for all again has all that may be listed
};

} // namespace wk
