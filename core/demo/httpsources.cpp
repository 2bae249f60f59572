// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/httpsources.h"

#include "core/cluster/credentials.h"
#include "core/cluster/kubetransport.h"
#include "core/source/kube/kubelisterwatcher.h"

namespace wk::demo {

HttpSources::HttpSources(const ClusterAccess &access, Clock &clock)
    : m_clock(clock)
    , m_credentials(makeCredentialSource(access, clock, {}))
    , m_transport(std::make_unique<KubeTransport>(access, clock, *m_credentials))
{}

HttpSources::~HttpSources() = default;

MakeSource HttpSources::maker()
{
    return [this](const WatchScope &scope) -> std::unique_ptr<ListerWatcher> {
        return std::make_unique<KubeListerWatcher>(*m_transport, m_clock, scope, KubeListerWatcher::Rendering::Plain);
    };
}

} // namespace wk::demo
