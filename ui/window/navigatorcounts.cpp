// SPDX-License-Identifier: GPL-3.0-or-later
// What a Navigator counts of the present.
#include "core/session/clustersession.h"
#include "core/session/servedkinds.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/windowstate.h"
#include "ui/window/navigator.h"

#include <QSortFilterProxyModel>
#include <QTreeView>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto AskPause = 150ms; // between two questions: sixty kinds take nine seconds, and nobody notices
constexpr auto IdlePause = 5s;   // when none was due

} // namespace

void Navigator::refreshWatched(const GroupVersionResource &resource)
{
    m_model->setWatched(resource, m_counts.watched(resource));
}

void Navigator::refreshAll()
{
    for (const ResourceInfo &resource : m_model->resources())
        refreshWatched(resource.gvr);
}

void Navigator::counted(const WatchScope &scope, const Result<std::int64_t> &count)
{
    if (const auto sum = m_counts.answered(scope, count))
        m_model->setCount(scope.resource.gvr, *sum);
}

void Navigator::namespacesChanged()
{
    m_counts.setNamespaces(m_state.namespaces());
    m_model->clearCounts();
    refreshAll();
    if (m_history)
        count();
    if (isVisible())
        askNext();
}

/// Nobody is asked who is not there: the kinds may be those of the history alone.
void Navigator::askNext()
{
    std::vector<ClusterSession *> connected = sessions();
    std::erase_if(connected, [](const auto *session) { return session->state() != SessionState::Connected; });
    if (!m_sessions.empty() && connected.empty())
        return m_nextAsk.cancel();
    const std::vector<WatchScope> scopes = m_counts.ask(seenKinds(), m_clock.now());
    const std::vector<ClusterSession *> asked =
        scopes.empty() ? std::vector<ClusterSession *>() : serving(connected, scopes.front().resource.gvr);
    if (asked.size() > 1)
        m_counts.askedOf(scopes.front().resource.gvr, int(asked.size()));
    for (const WatchScope &scope : scopes) {
        for (ClusterSession *session : asked)
            session->count(scope);
        Q_EMIT countWanted(scope);
    }
    const std::chrono::milliseconds pause = scopes.empty() ? std::chrono::milliseconds(IdlePause) : AskPause;
    m_nextAsk = m_clock.after(pause, [this] { askNext(); });
}

/// The kinds whose rows are in sight. APIs that offer no watch know no limit either: to count cost all there is.
std::vector<ResourceInfo> Navigator::seenKinds() const
{
    std::vector<ResourceInfo> seen;
    QModelIndex index = m_tree->indexAt(QPoint(1, 1));
    while (index.isValid() && m_tree->visualRect(index).top() < m_tree->viewport()->height()) {
        const ResourceInfo *resource = m_model->resourceAt(m_found->mapToSource(index));
        if (resource && !resource->isOnlyListed())
            seen.push_back(*resource);
        index = m_tree->indexBelow(index);
    }
    return seen;
}

} // namespace wk
