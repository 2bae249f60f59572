// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/dialect.h"

#include <string>

namespace wk {

/// Decides what the embedded server may ask of a member of the etcd that it keeps its objects in. This is the only
/// place from which anything is written to an etcd, and nothing is but under one prefix:
///
///   GET   /version  /health
///   POST  /v3/kv/range  /v3/kv/txn  /v3/watch  (of keys below the prefix)
///         /v3/kv/compaction  /v3/lease/grant  /v3/lease/keepalive  /v3/maintenance/status  /v3/auth/authenticate
///
/// Any thread. Source: etcd's rpc.swagger.json; facts/engines.md, part B.
class StorageGuard : public WireGuard
{
public:
    /// `prefix` ends with a slash.
    StorageGuard(QUrl member, std::string prefix);

    Result<> checkRequest(const QUrl &url, QByteArrayView accept,
                          const std::optional<QByteArray> &posted) const override;

private:
    QUrl m_member;
    std::string m_prefix;
};

} // namespace wk
