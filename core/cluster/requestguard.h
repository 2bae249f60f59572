// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/dialect.h"

#include <span>
#include <string_view>

namespace wk {

/// Whether an object of that name may be asked for at its own path. RBAC allows nearly everything in a name; what would
/// need encoding is asked for by a field selector. Any thread.
bool isPathName(std::string_view name);

/// Decides what may be asked of one API server: shapes() is the whole list of what Watchkeeper can send. Read-only is
/// more than GET: `GET …/pods/x/exec` runs commands, so what is not named there is refused (security.md, S3 and
/// finding 6). No subresource, nothing encoded, no empty or dotted segment; query keys of metav1.ListOptions only.
/// Secrets are had as metadata or not at all (S9). Any thread; errors are of kind ReadOnlyViolation.
class RequestGuard : public WireGuard
{
public:
    /// `server`: the cluster's URL; a path of its own (a proxy's prefix) goes before every shape.
    explicit RequestGuard(QUrl server);

    Result<> check(const QUrl &url, QByteArrayView accept) const;
    Result<> checkRequest(const QUrl &url, QByteArrayView accept,
                          const std::optional<QByteArray> &posted) const override;

    /// Every path that can be sent, without the server's prefix: "/api/v1/{resource}/{name}" stands for any object.
    static std::span<const std::string_view> shapes();
    /// Every key that a query can have.
    static std::span<const std::string_view> queryKeys();

    /// The path alone, without the server's prefix.
    static Result<> checkPath(std::string_view path);
    /// The query as it goes onto the wire, without its '?'.
    static Result<> checkQuery(std::string_view query);

private:
    QUrl m_server;
};

} // namespace wk
