// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What each answer of etcd begins with. Source: etcdserverpb.ResponseHeader.
struct EtcdHeader {
    std::uint64_t cluster = 0;
    std::uint64_t member = 0;
    std::int64_t revision = 0; ///< the newest of all keys; 0: none was told
    std::uint64_t term = 0;    ///< of Raft: how many elections there were
};

/// A key and what it holds. Source: mvccpb.KeyValue.
struct EtcdKeyValue {
    std::string key{};
    std::string value{};
    std::int64_t created = 0;  ///< the revision that made it
    std::int64_t modified = 0; ///< the revision of its last change
    std::int64_t version = 0;  ///< how often it was put since it was made
    std::int64_t lease = 0;
};

/// Source: etcdserverpb.RangeResponse.
struct EtcdRangeReply {
    EtcdHeader header;
    std::vector<EtcdKeyValue> keys;
    bool hasMore = false;
    std::int64_t count = 0; ///< of all from the first key asked for
};

/// Source: etcdserverpb.TxnResponse.
struct EtcdTxnReply {
    EtcdHeader header;
    bool isDone = false;              ///< all comparisons held
    std::vector<EtcdKeyValue> keys{}; ///< of the first operation: what a range found, what a deletion took
};

struct EtcdEvent {
    bool isDeletion = false;
    EtcdKeyValue now; ///< of a deletion only key and revision
    std::optional<EtcdKeyValue> before{};
};

/// One line of a watch. Source: etcdserverpb.WatchResponse.
struct EtcdWatchReply {
    EtcdHeader header;
    std::int64_t watch = 0;
    bool isCreated = false;
    bool isCanceled = false;
    bool isPiece = false;       ///< more of the same revision follows
    std::int64_t compacted = 0; ///< canceled because everything before that is gone
    std::string cancelReason{};
    std::vector<EtcdEvent> events{};
    std::optional<Error> error{}; ///< the gateway's last word instead of all else
};

/// Why the watch is over, by its own word. Pure.
std::optional<Error> endOf(const EtcdWatchReply &reply);

/// Reads the JSON of etcd's gateway: bytes are in base64, long numbers are strings, and what is empty is left out.
/// BrokenFrame for what is none. One thread at a time; its buffers stay.
class EtcdReplyReader
{
public:
    EtcdReplyReader();
    ~EtcdReplyReader();

    Result<EtcdRangeReply> range(std::string_view document);
    Result<EtcdTxnReply> transaction(std::string_view document);
    Result<EtcdWatchReply> watchLine(std::string_view line);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
