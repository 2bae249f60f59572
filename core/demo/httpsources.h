// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/informers.h"

#include "core/cluster/clusteraccess.h"

#include <memory>

namespace wk {

class CredentialSource;
class KubeTransport;

namespace demo {

/// The connections of one process of the control plane: all its informers share one transport. The demo's
/// thread.
class HttpSources
{
public:
    /// `clock` outlives it.
    HttpSources(const ClusterAccess &access, Clock &clock);
    ~HttpSources();

    /// Sources for Informers; this outlives them.
    MakeSource maker();

private:
    Clock &m_clock;
    std::unique_ptr<CredentialSource> m_credentials;
    std::unique_ptr<KubeTransport> m_transport;
};

} // namespace demo
} // namespace wk
