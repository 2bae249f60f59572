// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/kindstates.h"

#include "ui/words/statewords.h"

namespace wk {

void KindStates::heard(const WatchStatus &status, const GroupVersionResource &kind)
{
    m_watches.insert_or_assign(status.watch, Watch{kind, status});
}

void KindStates::forget(WatchId watch)
{
    m_watches.erase(watch);
}

const WatchStatus *KindStates::worst(const GroupVersionResource &kind) const
{
    const WatchStatus *worst = nullptr;
    for (const auto &[id, watch] : m_watches) {
        if (watch.kind == kind && (!worst || gravity(watch.status) > gravity(*worst)))
            worst = &watch.status;
    }
    return worst;
}

KindOutages KindStates::outagesAt(WallTime time) const
{
    KindOutages outages;
    for (const auto &[id, watch] : m_watches)
        addOutage(outages, watch.kind, watch.status.outage(), time);
    return outages;
}

std::set<GroupVersionResource> KindStates::needingAttention() const
{
    std::set<GroupVersionResource> kinds;
    for (const auto &[id, watch] : m_watches) {
        if (needsAttention(watch.status))
            kinds.insert(watch.kind);
    }
    return kinds;
}

} // namespace wk
