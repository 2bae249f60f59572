// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/informer/entry.h"
#include "core/informer/watchstatus.h"
#include "core/source/watchscope.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace wk {

/// Knows how many objects the kinds of a cluster have in the namespaces looked at: of watched kinds from their watches,
/// of the others by asking, one kind at a time, each once a minute while it is seen. Any thread; a value, it never
/// reads a clock. Numbers: ARCHITECTURE.md, "Transport".
class KindCounts
{
public:
    static constexpr std::chrono::seconds Refresh{60};

    /// Other namespaces: all that was asked is due again. Empty: all namespaces.
    void setNamespaces(std::vector<std::string> namespaces);

    /// What a watch says; the scope is the watch's, and so is the number of its cluster.
    void heard(const WatchStatus &status, const WatchScope &scope, std::uint32_t cluster = 0);
    /// How many objects a watch has that has listed; true when that is another number. A status comes once a second at
    /// most, too seldom to agree with the table beside it, so it says the number only until a list has.
    bool held(WatchId watch, std::int64_t objects);
    void forget(WatchId watch);
    /// How many there are in the namespaces looked at of the kinds that are watched whole.
    void counted(std::map<GroupVersionResource, std::int64_t> chosen) { m_chosen = std::move(chosen); }
    /// The number of a kind whose watches cover what is looked at and are live; else empty. Of a kind that is watched
    /// in some namespaces, as it may not be in all, those are all there is. Watches with selectors do not count. Of
    /// several clusters the sum of those that have such a number.
    std::optional<std::int64_t> watched(const GroupVersionResource &resource) const;

    /// Of the kinds that are seen the first that is due: what to ask, a scope a namespace; empty when none is. They
    /// count as asked from now on.
    std::vector<WatchScope> ask(const std::vector<ResourceInfo> &seen, Instant now);
    /// What was asked last of a kind was asked of so many clusters: as many answers come to each question.
    void askedOf(const GroupVersionResource &resource, int clusters);
    /// An answer. When it was the last one of its kind, the sum: of those that were allowed, or the refusal when none
    /// was.
    std::optional<Result<std::int64_t>> answered(const WatchScope &scope, const Result<std::int64_t> &count);

private:
    struct Watch {
        WatchScope scope;
        std::uint32_t cluster = 0;
        std::int64_t objects = 0;
        bool isLive = false;
    };
    struct Asked {
        Instant at{};
        int open = 0; ///< answers that have not come yet
        std::optional<std::int64_t> sum;
        std::optional<Error> error;
    };

    std::vector<WatchScope> scopesOf(const ResourceInfo &resource) const;
    std::map<std::string, std::int64_t> liveOf(const GroupVersionResource &resource, std::uint32_t cluster) const;
    std::set<std::uint32_t> clustersOf(const GroupVersionResource &resource) const;
    std::optional<std::int64_t> watchedIn(const GroupVersionResource &resource, std::uint32_t cluster) const;

    std::vector<std::string> m_namespaces;
    std::map<WatchId, Watch> m_watches;
    std::map<WatchId, std::int64_t> m_held; ///< of those that have listed
    std::map<GroupVersionResource, std::int64_t> m_chosen;
    std::map<GroupVersionResource, Asked> m_asked;
};

} // namespace wk
