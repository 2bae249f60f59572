// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace wk::json {

/// A value without parts, as Go holds what it has read of JSON: whole numbers apart from others. The first is null.
using PathScalar = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// Whether `left op right` holds, for == != < <= > and >=. Invalid where Go
/// compares nothing: unlike sorts (3 and 3.5, too), null, an operator that is none. Any thread; pure.
/// Source: client-go third_party/forked/golang/template/funcs.go.
Result<bool> pathHolds(const std::string &op, const PathScalar &left, const PathScalar &right);

/// As Go's %v prints it: 1e+06, <nil>. Source: Go's fmt.
void appendGoText(std::string &out, const PathScalar &value);

} // namespace wk::json
