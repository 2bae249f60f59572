// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/request.h"
#include "core/apiserver/status.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace wk::apiserver {

/// What a client says about a list or a watch beside its selectors (metav1.ListOptions), checked.
/// Rules: k8s.io/apimachinery pkg/apis/meta/internalversion/validation.
struct ListOptions {
    enum class Match { Unset, Exact, NotOlderThan };

    std::optional<std::uint64_t> version; ///< empty: the newest; 0: whatever is there
    Match match = Match::Unset;
    std::size_t limit = 0; ///< 0: all
    std::string continuation;
    bool allowBookmarks = false;
    std::optional<bool> sendInitial; ///< true: WatchList; empty: as the version says
    std::chrono::seconds timeout{0}; ///< 0: the server's choice

    static Outcome<ListOptions> parse(const Query &query, bool isWatch);
};

/// The place a page ended at. The client sees it as an opaque text.
struct PageToken {
    std::uint64_t revision = 0; ///< 0: what is there now, an inconsistent rest
    std::string start;          ///< keys from here on
    std::int64_t left = -1;     ///< objects from there on; -1: not counted

    std::string text() const;
    static Outcome<PageToken> parse(const std::string &text);
};

} // namespace wk::apiserver
