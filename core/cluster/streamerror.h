// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cluster/httpstream.h"

namespace wk {

/// Where a request failed, for people.
struct FailedPlace {
    QString server; ///< "host:port"
    bool proxied = false;
    bool answered = false; ///< a head with status 200 had come
};

/// The Error for a request that failed below HTTP, or whose answer is none. Any thread.
Error streamError(const StreamFailure &failure, const FailedPlace &place);

} // namespace wk
