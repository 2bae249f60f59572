// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string_view>

namespace wk {

/// What an answer of etcd's gateway with an HTTP status other than 200 means. `body` is its JSON ("error", "code"), or
/// a line of text. The text is etcd's own, and says what to do where that is known. Any thread. Source:
/// google.rpc.Code; etcd api/v3rpc/rpctypes/error.go; facts/engines.md, part B.
Error etcdError(int httpStatus, std::string_view body);

/// The same of a gRPC code and its text, as a watch's last line or its cancel_reason has them.
Error etcdError(int httpStatus, int grpcCode, std::string_view text);

} // namespace wk
