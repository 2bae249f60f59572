// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listoptions.h"
#include "core/apiserver/view.h"
#include "core/apiserver/watchhistory.h"

#include <variant>

namespace wk::apiserver {

struct Target;
class Selector;

/// The client asks for a revision that is yet to come: try again when it is there, and after three seconds
/// give up. Source: watch_cache.go blockTimeout.
struct WaitFor {
    std::uint64_t revision = 0;
    static constexpr std::chrono::seconds Patience{3};
};

/// Lists, page by page and at the revision that was asked for. Any thread.
class ListHandler
{
public:
    ListHandler(const Lister &lister, const WatchHistory &history)
        : m_lister(lister)
        , m_history(history)
    {}

    /// `hasWaited`: the wait for a revision is over, come or not.
    std::variant<Reply, WaitFor> list(const Target &target, const Query &query, const View &view, WallTime now,
                                      bool hasWaited) const;

private:
    struct Page {
        std::vector<ObjectPtr> objects;
        ListMeta meta;
    };

    Outcome<Page> page(const Target &target, const ListOptions &options, const Selector &selector) const;
    std::optional<Page> stretch(const Target &target, const ListOptions &options, const Selector &selector) const;
    Outcome<Listing> listing(const ResourceType &type, const ListOptions &options, std::string &start) const;

    const Lister &m_lister;
    const WatchHistory &m_history;
};

/// A Status as an answer.
Reply refusal(const Status &status);

} // namespace wk::apiserver
