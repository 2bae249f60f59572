// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <cstdint>
#include <optional>
#include <string>

namespace wk {

/// A key as it is to become, if it is still as it was.
struct EtcdWrite {
    std::string key;
    std::int64_t expected = 0;        ///< the revision of its last change; 0: there must be none
    std::optional<std::string> value; ///< nothing: the key goes
    std::int64_t lease = 0;           ///< with whose end the key goes; 0: it stays
    std::string touched{};            ///< another key that is put with it, without a value; empty: none
};

/// One transaction, which brings the key as it is where it is not as expected, and what it was where it went. It is
/// sent once: who hears no answer does not know whether it was done. Source: etcdserverpb.TxnRequest.
HttpRequest etcdTransaction(const EtcdWrite &write);

/// A lease that lives so long without a word. Source: etcdserverpb.LeaseGrantRequest.
HttpRequest etcdLeaseGrant(std::chrono::seconds life);
HttpRequest etcdLeaseKeepAlive(std::int64_t lease);
/// Forgets what was before that revision. Source: etcdserverpb.CompactionRequest.
HttpRequest etcdCompaction(std::int64_t revision);

} // namespace wk
