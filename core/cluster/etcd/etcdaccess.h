// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/cluster/clusteraccess.h"

#include <QUrl>

#include <string>
#include <vector>

namespace wk {

/// How to reach an etcd cluster through the JSON gateways of its members, and with whose rights. All files have been
/// read. A value.
struct EtcdAccess {
    std::vector<QUrl> endpoints;
    QByteArray caPem; ///< empty: the system's certificates
    QByteArray clientCertPem;
    Secret clientKeyPem;
    bool skipTlsVerify = false;
    std::string user; ///< empty: nobody signs in
    Secret password;
    std::string prefix; ///< nothing but keys that begin so is asked for

    bool operator==(const EtcdAccess &) const = default;
};

/// The same of one member, for what speaks HTTP.
ClusterAccess accessOfMember(const EtcdAccess &access, const QUrl &endpoint);

} // namespace wk
