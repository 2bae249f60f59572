// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/tlsidentity.h"
#include "core/base/result.h"
#include "core/base/secret.h"
#include "core/base/time.h"

#include <optional>
#include <string>
#include <string_view>

namespace wk::apiserver {

/// What a server's clients know it by and show it: what a kubeconfig holds. A value.
struct ServerIdentity {
    TlsIdentity tls;
    Secret readToken;
    Secret writeToken;

    bool operator==(const ServerIdentity &) const = default;
};

/// 256 random bits; empty when OpenSSL has no randomness.
Secret randomToken();

/// A new one of everything; see makeTlsIdentity(). Errors: Internal.
Result<ServerIdentity> makeServerIdentity(const std::string &address, WallTime now);

/// As text that is kept somewhere. It says of itself that it is a Kubernetes Secret, so that what it holds is withheld
/// where an etcd is shown in which it is kept.
std::string textOf(const ServerIdentity &identity);
/// Nothing when it is no such text.
std::optional<ServerIdentity> serverIdentityIn(std::string_view text);

/// A server's identity that outlives it, in a folder.
struct KeptIdentity {
    enum class Story {
        First,   ///< none was there
        Kept,    ///< it is that of before
        Expired, ///< that of before was replaced: its certificate is too old,
        Damaged, ///< … or it cannot be read,
        Exposed, ///< … or others could read or write it
    };

    ServerIdentity identity;
    Story story = Story::First;
    std::chrono::microseconds age{0}; ///< since it was made
};

/// The identity that is kept in `folder`, for the next start as well; where there is none that is good for this one, a
/// new one takes its place. Several processes may ask at once: all get the same. The folder is made 0700, the file in
/// it 0600. Errors: FileWriteFailed, when it cannot be kept there or others may write there; Internal. Any thread; it
/// waits for the disk.
Result<KeptIdentity> keptIdentity(const std::string &folder, const std::string &address, WallTime now);

} // namespace wk::apiserver
