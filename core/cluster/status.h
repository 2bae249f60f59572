// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/time.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace wk {

/// What an answer with an HTTP status other than 200 means. `body` is a metav1.Status, a line of plain text, or
/// anything else a proxy put there; what it says goes into Error::text, a web page is only named. Any thread. Sources:
/// apimachinery api/errors; client-go reflector.go (the old texts); shared/wire, "410 and other errors".
Error statusError(int httpStatus, std::string_view body);

/// What the object of an ERROR event means, or an answer of HTTP 200 that is a Status. It need not say that it is one,
/// and its code or its reason alone will do.
Error eventError(std::string_view object);

/// The reason that a Status of this code would give; empty for a code that has none.
std::string_view reasonOf(int httpStatus);

/// How long a Retry-After header asks to wait: seconds or an HTTP date, from 0 to limits::RetryAfterCap; 0 for anything
/// else.
std::chrono::milliseconds parseRetryAfter(std::string_view header, WallTime now);

/// An HTTP date in its one form of today, "Sun, 06 Nov 1994 08:49:37 GMT".
std::optional<WallTime> parseHttpDate(std::string_view header);

} // namespace wk
