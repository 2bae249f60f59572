// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace wk::json {

/// What a text between quotes means to Go: \n, \t, \", \x41, \u00e9 and the like. Invalid for an escape that Go does
/// not know. Any thread; pure. Source: strconv.UnquoteChar(), as client-go util/jsonpath calls it.
Result<std::string> goUnquoted(std::string_view inside, char quote);

} // namespace wk::json
