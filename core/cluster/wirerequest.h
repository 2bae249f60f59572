// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/impersonation.h"

#include <QByteArray>
#include <QUrl>

#include <optional>

namespace wk {

class WireGuard;

/// A request as it goes onto the wire: one that a WireGuard lets pass, with the few headers that a list or a watch
/// needs, and nothing else. There is no other way to make one, and an HttpStream sends nothing that is none (S2). A
/// value; it may hold a credential, so that it is never logged.
class WireRequest
{
public:
    struct Parts {
        QUrl url;
        QByteArray accept;
        QByteArray userAgent;
        QByteArray authorization{};          ///< the header's value; empty for none
        bool isCompressed = false;           ///< whether gzip is asked for; else that nothing is packed
        bool isByProxy = false;              ///< asked of an HTTP proxy, by the absolute form
        QByteArray proxyAuthorization{};     ///< of that one
        std::optional<QByteArray> posted{};  ///< JSON; none: a GET
        bool needsLeader = false;            ///< of etcd: ends rather than go on without one
        bool isSentOnce = false;             ///< see HttpRequest::isSentOnce
        std::vector<Header> impersonation{}; ///< as whom the answer is asked for
    };

    /// ReadOnlyViolation for what may not be asked, and for a value that would be more than one header.
    static Result<WireRequest> make(const WireGuard &guard, const Parts &parts);

    const QByteArray &bytes() const { return m_bytes; }
    bool isSentOnce() const { return m_isSentOnce; }

private:
    WireRequest(QByteArray bytes, bool isSentOnce)
        : m_bytes(std::move(bytes))
        , m_isSentOnce(isSentOnce)
    {}

    QByteArray m_bytes;
    bool m_isSentOnce;
};

} // namespace wk
