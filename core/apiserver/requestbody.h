// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/request.h"
#include "core/apiserver/status.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

/// The document that a request brings, as JSON (also when no type is named) or in Kubernetes' protobuf, which kubectl
/// writes wherever it makes an object itself. Errors: 415 for other media types and for kinds that are not read of
/// protobuf, 400. Any thread.
Outcome<Json> jsonBody(const Request &request);

} // namespace wk::apiserver
