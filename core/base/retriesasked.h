// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <chrono>
#include <optional>

namespace wk {

/// Counts the tries of one request that a server has asked for: it is too busy and says when to come again
/// (Retry-After, of a 429 or a 5xx). Whoever waits for its answer tries ten times, as client-go does. A value. Source:
/// client-go rest/with_retry.go.
class RetriesAsked
{
public:
    static constexpr int Most = 10;
    static constexpr std::chrono::seconds LongestWait{30}; ///< for longer nobody waits without a word

    /// How long to wait before the request is made once more; empty when the error stands.
    std::optional<std::chrono::milliseconds> next(const Error &error)
    {
        const bool isAsked = error.retryAfter.count() > 0 && error.retryAfter <= LongestWait;
        return isAsked && ++m_made <= Most ? std::optional(error.retryAfter) : std::nullopt;
    }

private:
    int m_made = 0;
};

} // namespace wk
