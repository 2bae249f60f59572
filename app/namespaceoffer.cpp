// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/namespaceoffer.h"

#include "app/clusterlinks.h"
#include "ui/style/safetext.h"
#include "ui/window/banner.h"
#include "ui/window/mainwindow.h"

#include <set>
#include <utility>

namespace wk {

namespace {

KnownNamespaces remembered(UiSettings &settings, const QString &cluster)
{
    KnownNamespaces known;
    known.remember(settings, cluster);
    return known;
}

} // namespace

NamespaceOffer::NamespaceOffer(MainWindow &window, ClusterLinks &clusters, UiSettings &settings)
    : m_window(window)
    , m_clusters(clusters)
    , m_namespaces(remembered(settings, clusters.first().name()), [this] { offer(); })
{
    m_clusters.first().watches().setOwnNamespaces(m_namespaces.value().entered());
    offer();
    const WindowState &state = m_window.state();
    connect(&state, &WindowState::namespacesChanged, this, [this, &state] {
        m_namespaces.change([names = state.namespaces()](KnownNamespaces &known) { known.enter(names); });
        offer();
    });
}

void NamespaceOffer::offer()
{
    const std::uint64_t changes = m_namespaces.value().changes();
    if (std::exchange(m_offered, changes) != changes)
        m_window.setKnownNamespaces(m_namespaces.value().names());
}

void NamespaceOffer::fallBackToOwn(ClusterLink &link, const ResourceInfo &kind)
{
    const std::string &own = link.session().access().ns;
    const std::set<std::string> some = own.empty() ? m_namespaces.value().entered() : std::set<std::string>{own};
    const bool isOfAll = m_window.state().namespaces().empty();
    if (m_clusters.areSeveral() || some.empty() || !isOfAll || kind.gvr.qualifiedName() != "pods" ||
        std::exchange(m_hasFallenBack, true))
        return;
    m_namespaces.change([own](KnownNamespaces &known) { known.learn(own); });
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
