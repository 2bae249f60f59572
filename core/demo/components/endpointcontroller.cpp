// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/endpointcontroller.h"

#include "core/demo/decide/endpoints.h"

namespace wk::demo {

namespace {

Json labelsOf(const Object &object)
{
    Json labels = Json::object();
    for (const auto &[key, value] : object.labels)
        labels[key] = value;
    return labels;
}

Json selectorOf(const ObjectPtr &service)
{
    return apiserver::find(documentOf(service), {"spec", "selector"});
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
            if (isSelectedBy(labelsOf(pod), selectorOf(service)))
                keys.push_back(objectKey(service->ns, service->name));
        }
        return keys;
    };
}

Controller::KeysOf EndpointController::serviceOfSlice()
{
    return [](const Object &slice) {
        const std::string *name = labelValue(slice, "kubernetes.io/service-name");
        return name ? std::vector<std::string>{objectKey(slice.ns, *name)} : std::vector<std::string>();
    };
}

Controller::Plan EndpointController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_services, key);
    if (!found)
        return {};
    Json service = documentOf(found);
    const Json &selector = apiserver::find(service, {"spec", "selector"});
    if (!selector.is_object() || selector.empty())
        return {};
    std::vector<Json> pods;
    for (const ObjectPtr &pod : m_pods.store().byIndex(ObjectStore::Index::Namespace, found->ns)) {
        if (isSelectedBy(labelsOf(*pod), selector))
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
