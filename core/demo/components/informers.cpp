// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/informers.h"

#include "core/demo/decide/write.h"

#include <algorithm>
#include <array>

namespace wk::demo {

namespace {

struct Known {
    const char *resource;
    const char *version;
    const char *kind;
    bool namespaced = true;
};

constexpr std::array KnownResources{
    Known{resources::Pods, "v1", "Pod"},
    Known{resources::Nodes, "v1", "Node", false},
    Known{resources::Events, "v1", "Event"},
    Known{resources::ConfigMaps, "v1", "ConfigMap"},
    Known{resources::Services, "v1", "Service"},
    Known{resources::Leases, "v1", "Lease"},
    Known{resources::EndpointSlices, "v1", "EndpointSlice"},
    Known{resources::Deployments, "v1", "Deployment"},
    Known{resources::ReplicaSets, "v1", "ReplicaSet"},
    Known{resources::StatefulSets, "v1", "StatefulSet"},
    Known{resources::DaemonSets, "v1", "DaemonSet"},
    Known{resources::Jobs, "v1", "Job"},
    Known{resources::CronJobs, "v1", "CronJob"},
};

} // namespace

struct Informers::Kept {
    std::string resource;
    std::string fieldSelector;
    std::unique_ptr<SharedInformer> informer;
};

Informers::Informers(MakeSource makeSource, Clock &clock, std::uint64_t seed)
    : m_makeSource(std::move(makeSource))
    , m_clock(clock)
    , m_random(seed)
{}

Informers::~Informers()
{
    stop();
}

SharedInformer &Informers::of(const std::string &resource, const std::string &fieldSelector)
{
    for (const auto &kept : m_kept) {
        if (kept->resource == resource && kept->fieldSelector == fieldSelector)
            return *kept->informer;
    }
    WatchScope scope;
    scope.resource = knownResource(resource);
    scope.fieldSelector = fieldSelector;
    SharedInformer::Options options;
    options.random = [this] { return m_random.unit(); };
    const auto id = static_cast<WatchId>(m_kept.size() + 1);
    auto informer = std::make_unique<SharedInformer>(id, m_makeSource(scope), m_clock, std::move(options));
    m_kept.push_back(std::make_unique<Kept>(Kept{resource, fieldSelector, std::move(informer)}));
    return *m_kept.back()->informer;
}

void Informers::start()
{
    for (const auto &kept : m_kept)
        kept->informer->start();
}

void Informers::stop()
{
    for (const auto &kept : m_kept)
        kept->informer->stop();
}

bool Informers::haveSynced() const
{
    return std::all_of(m_kept.begin(), m_kept.end(), [](const auto &kept) { return kept->informer->hasSynced(); });
}

ResourceInfo knownResource(const std::string &resource)
{
    const auto known = std::find_if(KnownResources.begin(), KnownResources.end(),
                                    [&](const Known &each) { return each.resource == resource; });
    Q_ASSERT(known != KnownResources.end());
    const std::size_t dot = resource.find('.');
    ResourceInfo info;
    info.gvr.group = dot == std::string::npos ? std::string() : resource.substr(dot + 1);
    info.gvr.version = known->version;
    info.gvr.resource = resource.substr(0, dot);
    info.kind = known->kind;
    info.namespaced = known->namespaced;
    info.verbs = {"list", "watch"};
    return info;
}

Json documentOf(const ObjectPtr &object)
{
    if (!object || object->body.isNull())
        return {};
    Result<Json> document = apiserver::parseDocument(object->body.object());
    return document ? std::move(document).value() : Json();
}

} // namespace wk::demo
