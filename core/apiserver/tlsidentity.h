// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/base/time.h"

#include <string>

namespace wk::apiserver {

/// A server's certificate and who signed it: the CA's key is gone when this has been made.
struct TlsIdentity {
    std::string caCertificate; ///< PEM, for the kubeconfig
    std::string certificate;   ///< PEM
    Secret key;                ///< PEM, PKCS #8

    bool operator==(const TlsIdentity &) const = default;
};

/// Makes a CA and a certificate of it for localhost, the loopback addresses and `address`; EC P-256, valid a
/// year from a day before `now`. Errors: Internal, when OpenSSL has no randomness or refuses.
Result<TlsIdentity> makeTlsIdentity(const std::string &address, WallTime now);

/// Outdated: not valid from `now` on for a day. Broken: its parts cannot be read or do not belong together.
enum class TlsIdentityState { Good, Outdated, Broken };
TlsIdentityState stateOf(const TlsIdentity &identity, WallTime now);

} // namespace wk::apiserver
