// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/attribution.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Who may have written what differs between two revisions of which no entry of managedFields says who did.
struct LikelyWriters {
    /// The owners of the changed fields that attribution is in doubt of, each once, as they come in the object.
    std::vector<std::string> managers;
    /// All that differs is kept by the server itself, whoever asked: a time of deletion.
    bool isServer = false;
    /// One of the revisions is not held, so that nothing can be said.
    bool isUnseen = false;

    bool operator==(const LikelyWriters &) const = default;
};

/// A revision that is not held is empty. Any thread; 60 µs for a pod.
LikelyWriters likelyWriters(std::string_view before, std::string_view after);

} // namespace wk
