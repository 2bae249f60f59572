// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wk {

/// Keys from one on up to another, which is not among them; one key alone where that is empty. Bytes, as etcd has them.
struct EtcdKeys {
    std::string key;
    std::string end{};

    bool operator==(const EtcdKeys &) const = default;
};

/// Source: etcdserverpb.RangeRequest.
struct EtcdRangeQuery {
    EtcdKeys keys;
    std::int64_t limit = 0;    ///< 0: all
    std::int64_t revision = 0; ///< as of then; 0: as of now
    bool isOfKeysOnly = false;
    bool isCounted = false; ///< only how many there are
};
HttpRequest etcdRange(const EtcdRangeQuery &query);

/// Of all events from a revision on, one watch a range, numbered from 0: with the values before, long answers in
/// pieces, and told now and then that nothing has happened. Source: etcdserverpb.WatchCreateRequest.
HttpRequest etcdWatch(const std::vector<EtcdKeys> &ranges, std::int64_t fromRevision);

} // namespace wk
