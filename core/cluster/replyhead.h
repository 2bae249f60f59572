// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/cluster/transport.h"

#include <optional>

class QNetworkReply;

namespace wk {

/// The head of an answer; status 0 while it has not come.
HttpHead readHead(const QNetworkReply &reply, WallTime now);

/// Why an answer with status 200 is none of an API server: not JSON although JSON alone was asked for, or compressed
/// although that was refused.
std::optional<Error> unusableAnswer(const QNetworkReply &reply, const QByteArray &accept);

/// For a 3xx: where to, of which only the host is told; it is never followed (security.md, S5).
Error redirectError(const QNetworkReply &reply, int status);

} // namespace wk
