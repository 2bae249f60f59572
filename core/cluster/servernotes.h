// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace wk {

struct HttpHead;

/// What is to be told of a connection besides its answers: how the server's clock goes, what it warns of (KEP-1693),
/// and what we have to warn of ourselves. A value.
struct ServerNotes {
    /// Less is the network's doing, or nobody's business.
    static constexpr std::chrono::seconds LeastLead{30};
    static constexpr std::size_t MostWarnings = 20;
    static constexpr std::size_t WarningBytes = 512;

    /// How far its clock is ahead of ours, to within a few seconds; none while they agree.
    std::optional<std::chrono::seconds> clockLead;
    /// Each once, in the order they came; the text alone, as it came: it is for displaySafe().
    std::vector<std::string> warnings;

    /// What of our own configuration is used with a doubt, as whole sentences; each once.
    std::vector<std::string> doubts{};

    void doubt(std::string sentence);
    /// An answer's head has come; `now` is our own time of that moment.
    void hear(const HttpHead &head, WallTime now);

    bool operator==(const ServerNotes &) const = default;
};

} // namespace wk
