// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QUrl>

#include <memory>
#include <optional>
#include <string_view>

namespace wk {

struct ClusterAccess;

/// Decides what may be sent to one server: nothing is written that it has not let pass (security.md, S2). Any thread.
class WireGuard
{
public:
    virtual ~WireGuard() = default;
    /// A GET or, with a body, a POST. ReadOnlyViolation.
    virtual Result<> checkRequest(const QUrl &url, QByteArrayView accept,
                                  const std::optional<QByteArray> &posted) const = 0;
};

/// What is particular to a kind of server that is asked over HTTP. One transport has one.
struct Dialect {
    std::unique_ptr<const WireGuard> guard;
    QByteArray tokenScheme;                                  ///< what stands before a token; empty: nothing does
    bool canSignInAnew = false;                              ///< whether a 401 may be answered with another credential
    Error (*refusal)(int httpStatus, std::string_view body); ///< what an answer other than 200 means
};

/// A Kubernetes API server's.
Dialect kubeDialect(const ClusterAccess &access);

} // namespace wk
