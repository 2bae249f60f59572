// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/namespaceoffer.h"

#include "app/clusterlinks.h"
#include "ui/style/safetext.h"
#include "ui/window/banner.h"
#include "ui/window/mainwindow.h"

#include <set>
#include <utility>

namespace wk {

NamespaceOffer::NamespaceOffer(MainWindow &window, ClusterLinks &clusters, UiSettings &settings)
    : m_window(window)
    , m_clusters(clusters)
{
    m_namespaces.remember(settings, m_clusters.first().name());
    m_clusters.first().watches().setOwnNamespaces(m_namespaces.entered());
    offer();
    const WindowState &state = m_window.state();
    connect(&state, &WindowState::namespacesChanged, this, [this, &state] {
        if (m_namespaces.enter(state.namespaces()))
            offer();
    });
}

void NamespaceOffer::offer()
{
    m_window.setKnownNamespaces(m_namespaces.names());
}

void NamespaceOffer::follow(const HistorySnapshot &history)
{
    if (m_namespaces.follow(history))
        offer();
}

void NamespaceOffer::fallBackToOwn(ClusterLink &link, const ResourceInfo &kind)
{
    const std::string &own = link.session().access().ns;
    const std::set<std::string> some = own.empty() ? m_namespaces.entered() : std::set<std::string>{own};
    const bool isOfAll = m_window.state().namespaces().empty();
    if (m_clusters.areSeveral() || some.empty() || !isOfAll || kind.gvr.qualifiedName() != "pods" ||
        std::exchange(m_hasFallenBack, true))
        return;
    m_namespaces.learn(own);
    offer();
    m_window.state().setNamespaces({some.begin(), some.end()});
    QStringList names;
    for (const std::string &name : some)
        names << displayText(name);
    Banner &note = m_window.tell([names = names.join(QStringLiteral(", ")), isOwn = !own.empty()] {
        return isOwn
                   ? tr("You may not list the pods of all namespaces, so this shows “%1”, the one your context names. "
                        "You can choose others above.")
                         .arg(names)
                   : tr("You may not list the pods of all namespaces, so this shows “%1”, which you have entered "
                        "before. You can choose others above.")
                         .arg(names);
    });
    connect(&m_window.state(), &WindowState::namespacesChanged, &note, &QWidget::hide);
}

} // namespace wk
