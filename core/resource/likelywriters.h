// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/attribution.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Who may have written what differs between two revisions of which no entry of managedFields says who did: the owners
/// of the changed fields that attribution is in doubt of, each once, as they come in the object. Any thread; 200 µs for
/// a pod.
std::vector<std::string> likelyWriters(std::string_view before, std::string_view after);

} // namespace wk
