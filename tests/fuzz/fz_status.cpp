// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/cluster/status.h"
#include "tests/fuzz/fuzz.h"

/// Whatever a server or a proxy answers becomes an error in bounded words, and no wait is longer than the cap
/// (C17–C19).
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    static constexpr int Codes[] = {400, 401, 403, 404, 406, 410, 415, 422, 429, 500, 502, 503, 504, 301, 204, 999};
    fuzz::Bytes bytes(data, size);
    const int code = Codes[bytes.byte() % std::size(Codes)];
    const auto header = bytes.takeUntil('\n');
    const auto now = WallTime(std::chrono::seconds(1795255677));

    const auto wait = parseRetryAfter(header, now);
    WK_MUST(wait.count() >= 0 && wait <= limits::RetryAfterCap);
    const Error error = statusError(code, bytes.rest());
    WK_MUST(error.httpStatus == code);
    WK_MUST(!error.text.empty());
    WK_MUST(error.text.size() <= 64 * limits::KiB);
    WK_MUST(error.retryAfter.count() >= 0 && error.retryAfter <= limits::RetryAfterCap);
    const Error event = eventError(bytes.rest());
    WK_MUST(event.text.size() <= 64 * limits::KiB);
    WK_MUST(event.retryAfter.count() >= 0 && event.retryAfter <= limits::RetryAfterCap);
    WK_MUST(!describe(error).empty());
    return 0;
}
