// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <optional>
#include <string_view>

namespace wk {

/// When a JSON Web Token says that it expires (its claim "exp"), which is looked at and not believed: who issued it is
/// the server's to check. Empty where it says nothing that is a time, is no JWT, or is over limits::JwtBytes. Any
/// thread. Source: RFC 7519, 4.1.4.
std::optional<WallTime> jwtExpiry(std::string_view token);

} // namespace wk
