// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace wk {

/// What makes the second text of the first, as a JSON Patch (RFC 6902): applied to `before` it gives `after` exactly,
/// in values if not in the order of members. Elements of lists are paired by Kubernetes' keys
/// (core/resource/listkeys.h), else by what the lists begin and end with; an element that trades places is removed and
/// added. Printed in four blanks a level, an operation's members in the RFC's order; "[]" when nothing differs. Of
/// equal keys the last one counts. Any thread; fails as json::Document does. Odd JSON is patched as it is read
/// (core/json/legalise.h).
Result<std::string> jsonPatch(std::string_view before, std::string_view after);

} // namespace wk
