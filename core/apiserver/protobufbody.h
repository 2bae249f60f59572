// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/status.h"

#include <string_view>

namespace wk::apiserver {

/// Reads a body of application/vnd.kubernetes.protobuf into the document that an API server's JSON of the same object
/// is: times, quantities and numbers-or-texts as JSON has them, what says nothing left out or told as each member has
/// it, members in their order, maps sorted. Errors: 400 for what cannot be read and for fields that nobody published,
/// which are named; 415 for a kind of which the table says nothing. Any thread. Source: k8s.io/apimachinery
/// pkg/runtime/serializer/protobuf, and the types' own Unmarshal and MarshalJSON.
Outcome<Json> protobufBody(std::string_view body);

} // namespace wk::apiserver
