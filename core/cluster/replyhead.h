// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/cluster/transport.h"

#include <optional>

class QUrl;

namespace wk {

struct ResponseHead;

/// What is wanted of the head of an answer.
HttpHead readHead(const ResponseHead &head, WallTime now);

/// Why an answer with status 200 is none of an API server: not JSON although JSON alone was asked for, or packed as
/// nobody had asked.
std::optional<Error> unusableAnswer(const ResponseHead &head, const QUrl &url, const QByteArray &accept,
                                    bool isCompressionAsked);

/// For a 3xx: where to, of which only the host is told; it is never followed (security.md, S5).
Error redirectError(const ResponseHead &head, const QUrl &url);

} // namespace wk
