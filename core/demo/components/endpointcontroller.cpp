// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/endpointcontroller.h"

#include "core/demo/decide/endpoints.h"

#include <algorithm>

namespace wk::demo {

namespace {

bool isSelected(const Object &pod, const Json &selector)
{
    if (!selector.is_object() || selector.empty())
        return false;
    return std::all_of(selector.items().begin(), selector.items().end(), [&](const auto &wanted) {
        const Text *value = labelValue(pod, wanted.key());
        return value && wanted.value() == std::string(*value);
    });
}

} // namespace

EndpointController::EndpointController(const Outfit &outfit)
    : Controller(outfit, {"endpoint-slice-controller"})
    , m_services(follow(resources::Services, itself()))
    , m_pods(follow(resources::Pods, selectingServices()))
    , m_slices(follow(resources::EndpointSlices, serviceOfSlice()))
{}

Controller::KeysOf EndpointController::selectingServices()
{
    return [this](const Object &pod) {
        std::vector<std::string> keys;
        for (const ObjectPtr &service : m_services.store().byIndex(ObjectStore::Index::Namespace, pod.ns)) {
            if (isSelected(pod, selectorOf(service)))
                keys.push_back(objectKey(service->ns, service->name));
        }
        return keys;
    };
}

/// Each pod that changes asks for the selectors of its namespace: they are read once a revision.
const Json &EndpointController::selectorOf(const ObjectPtr &service)
{
    auto &[version, selector] = m_selectors[objectKey(service->ns, service->name)];
    if (version != service->version.text()) {
        version = service->version.text();
        selector = apiserver::find(documentOf(service), {"spec", "selector"});
    }
    return selector;
}

Controller::KeysOf EndpointController::serviceOfSlice()
{
    return [](const Object &slice) {
        const Text *name = labelValue(slice, "kubernetes.io/service-name");
        return name ? std::vector<std::string>{objectKey(slice.ns, *name)} : std::vector<std::string>();
    };
}

Controller::Plan EndpointController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_services, key);
    if (!found) {
        m_selectors.erase(key);
        return {};
    }
    Json service = documentOf(found);
    const Json &selector = apiserver::find(service, {"spec", "selector"});
    if (!selector.is_object() || selector.empty())
        return {};
    std::vector<Json> pods;
    for (const ObjectPtr &pod : m_pods.store().byIndex(ObjectStore::Index::Namespace, found->ns)) {
        if (isSelected(*pod, selector))
            pods.push_back(documentOf(pod));
    }
    std::vector<Json> slices;
    for (const ObjectPtr &slice :
         m_slices.store().byIndex(ObjectStore::Index::Label, "kubernetes.io/service-name=" + found->name)) {
        if (slice->ns == found->ns)
            slices.push_back(documentOf(slice));
    }
    Writes writes = syncEndpoints(service, pods, slices, random(), clock().wallNow());
    return {std::move(service), std::move(writes)};
}

} // namespace wk::demo
