// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"
#include "ui/models/pastkind.h"

#include <map>
#include <set>
#include <string>

namespace wk {

/// How the kinds of a window fare: of each the watch that fares worst. Gui thread; a value.
class KindStates
{
public:
    /// What a watch says; the kind is the watch's.
    void heard(const WatchStatus &status, const GroupVersionResource &kind);
    void forget(WatchId watch);
    /// Null for a kind without a watch.
    const WatchStatus *worst(const GroupVersionResource &kind) const;
    /// What lasts since a moment, or longer.
    KindOutages outagesAt(WallTime time) const;
    /// The kinds that are not simply live: what is said of them moves with time.
    std::set<GroupVersionResource> needingAttention() const;

private:
    struct Watch {
        GroupVersionResource kind;
        WatchStatus status;
    };
    std::map<WatchId, Watch> m_watches;
};

} // namespace wk
