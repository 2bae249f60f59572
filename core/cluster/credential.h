// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/base/time.h"

#include <QByteArray>

#include <optional>

namespace wk {

/// What a request is signed with at this moment. A value; empty parts are not used.
struct Credential {
    Secret bearerToken{};
    QByteArray clientCertPem{}; ///< a plugin's own; the kubeconfig's is in ClusterAccess
    Secret clientKeyPem{};
    std::optional<WallTime> expires{};
    Secret basic{}; ///< user name and password as a header has them: in base64, with a colon between

    bool operator==(const Credential &) const = default;
};

} // namespace wk
