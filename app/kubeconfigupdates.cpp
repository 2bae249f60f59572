// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigupdates.h"

#include "app/clustermenu.h"
#include "app/otherwaydialog.h"
#include "app/workbench.h"
#include "core/cluster/accesschange.h"

#include <algorithm>
#include <vector>

namespace wk {

KubeconfigUpdates::KubeconfigUpdates(ClusterMenu &clusters)
    : m_clusters(clusters)
{
    connect(&m_follower, &KubeconfigFollower::moved, this, &KubeconfigUpdates::takeNews);
}

void KubeconfigUpdates::followFiles()
{
    m_follower.follow(m_clusters.sources());
}

void KubeconfigUpdates::followClusters(Workbench &bench)
{
    m_bench = &bench;
    m_questions.clear();
    std::vector<ContextInUse> contexts;
    for (const auto &link : bench.clusters().all()) {
        const ClusterAccess &access = link->newest().access();
        contexts.push_back({access.source, access.context, m_clusters.actsAs(), m_clusters.fileRule(link->name())});
    }
    m_follower.setInUse(std::move(contexts));
}

void KubeconfigUpdates::takeNews()
{
    const KubeconfigNews news = m_follower.takeNews();
    if (!news.kubeconfigs)
        return;
    const QStringList before = m_clusters.names();
    m_clusters.use(news.kubeconfigs);
    if (m_clusters.names() != before)
        Q_EMIT menuMoved();
    if (!m_bench)
        return;
    bool isAnyUnread = false;
    for (const auto &link : m_bench->clusters().all()) {
        const ClusterAccess &open = link->newest().access();
        isAnyUnread = isAnyUnread || (link->failure() && open.source.empty());
        const auto ours = std::ranges::find_if(news.inUse, [&](const KubeconfigNews::InUse &each) {
            return each.context.file == open.source && each.context.name == open.context;
        });
        if (ours != news.inUse.end() && ours->access)
            apply(*link, *ours->access);
    }
    if (isAnyUnread)
        Q_EMIT mended();
}

void KubeconfigUpdates::apply(ClusterLink &link, const ClusterAccess &now)
{
    ClusterSession &session = link.newest();
    if (!wayChanges(session.access(), now).empty())
        return ask(link, now);
    if (const auto asked = m_questions.extract({now.source, now.context}); asked && asked.mapped().box)
        asked.mapped().box->close(); // it is as it was again
    if (hasOtherCredentials(session.access(), now))
        session.renew(now);
}

void KubeconfigUpdates::ask(ClusterLink &link, const ClusterAccess &now)
{
    Question &question = m_questions[{now.source, now.context}];
    if (question.about == now)
        return;
    if (question.box)
        question.box->close();
    question.about = now;
    question.box = askForOtherWay(link.word(), wayChanges(link.newest().access(), now), m_bench->window(),
                                  [this, now, link = QPointer(&link)] {
                                      if (link)
                                          Q_EMIT wayAgreed(*link, now);
                                  });
}

} // namespace wk
