// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/dialect.h"

#include <span>
#include <string>
#include <string_view>

namespace wk {

/// Where Kubernetes keeps its Secrets in etcd. Their values are never asked for (security.md, S9).
constexpr std::string_view SecretKeys = "/registry/secrets/";
/// Behind all keys that begin so: the prefix with its last byte counted up; "\0", etcd's word for the end of all keys,
/// where there is none.
std::string behindPrefix(std::string_view prefix);

/// Decides what may be asked of one member of an etcd cluster: got() and posted() are all that Watchkeeper can send
/// there. A range over Secrets is of keys alone, and no watch is over them. Any thread. Source: etcd's
/// rpc.swagger.json; facts/engines.md, part B.
class EtcdGuard : public WireGuard
{
public:
    explicit EtcdGuard(QUrl member);

    /// Every path that is got, and every one that is posted to.
    static std::span<const std::string_view> got();
    static std::span<const std::string_view> posted();

    Result<> checkRequest(const QUrl &url, QByteArrayView accept,
                          const std::optional<QByteArray> &posted) const override;

private:
    QUrl m_member;
};

} // namespace wk
