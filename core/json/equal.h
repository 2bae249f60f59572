// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>

/// For .cpp files only: simdjson's header costs a second to compile.
namespace wk::json {

/// Equal in values and in order; objects whose keys only stand in another order are not equal. Any thread.
bool isEqual(const simdjson::dom::element &a, const simdjson::dom::element &b);

} // namespace wk::json
