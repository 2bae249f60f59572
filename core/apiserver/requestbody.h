// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/request.h"
#include "core/apiserver/status.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

/// The document that a request brings. Errors: 415 for another media type than JSON (an absent one is JSON), 400. Any
/// thread.
Outcome<Json> jsonBody(const Request &request);

} // namespace wk::apiserver
