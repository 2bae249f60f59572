// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"

#include <optional>

namespace wk {

/// The id-token of a kubeconfig, as long as it is valid by its own claim. To fetch another one would be a request to a
/// third party, and would have to be written into the kubeconfig; Watchkeeper does neither, and says what does. Worker
/// thread. Source: client-go plugin/pkg/client/auth/oidc/oidc.go.
class OidcSource : public CredentialSource
{
public:
    OidcSource(const ClusterAccess &access, Clock &clock);

    void credential(QObject *context, Answer answer) override;
    void refused(const Credential &) override {}
    void forget() override {}

private:
    Error unusable() const;

    const ClusterAccess m_access;
    const OidcToken m_token;
    Clock &m_clock;
    std::optional<WallTime> m_expires;
};

} // namespace wk
