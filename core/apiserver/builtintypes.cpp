// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/computed.h"
#include "core/apiserver/nodemetrics.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/rows.h"

namespace wk::apiserver {

namespace {

using Names = std::vector<std::string>;

/// The words a resource is called by.
struct Naming {
    std::string plural;
    std::string singular;
    std::string kind;
    Names shortNames{};
    Names categories{};
};

ResourceType typeOf(const std::string &apiVersion, Naming naming, Printer printer)
{
    const size_t slash = apiVersion.find('/');
    ResourceType type;
    type.group = slash == apiVersion.npos ? std::string() : apiVersion.substr(0, slash);
    type.version = slash == apiVersion.npos ? apiVersion : apiVersion.substr(slash + 1);
    type.plural = std::move(naming.plural);
    type.singular = std::move(naming.singular);
    type.kind = std::move(naming.kind);
    type.shortNames = std::move(naming.shortNames);
    type.categories = std::move(naming.categories);
    type.columns = std::move(printer.columns);
    type.print = printer.print;
    return type;
}

/// Something with a spec that is counted and a status of its own.
ResourceType withSpec(ResourceType type)
{
    type.hasStatus = type.hasGeneration = true;
    return type;
}

ResourceType scalable(ResourceType type)
{
    type.scale = {".spec.replicas", ".status.replicas", ".spec.selector"};
    return withSpec(std::move(type));
}

ResourceType pods()
{
    ResourceType type = typeOf("v1", {"pods", "pod", "Pod", {"po"}, {"all"}}, podPrinter());
    type.hasStatus = true;
    type.fields = {{"spec.nodeName"}, {"spec.restartPolicy"}, {"spec.schedulerName"},      {"spec.serviceAccountName"},
                   {"status.phase"},  {"status.podIP"},       {"status.nominatedNodeName"}};
    type.bookmarkRest = R"(,"spec":{"containers":null},"status":{})";
    return type;
}

ResourceType nodes()
{
    ResourceType type = typeOf("v1", {"nodes", "node", "Node", {"no"}}, nodePrinter());
    type.namespaced = false;
    type.hasStatus = true;
    type.fields = {{"spec.unschedulable", "", "false"}};
    type.bookmarkRest = R"(,"spec":{},"status":{"daemonEndpoints":{"kubeletEndpoint":{"Port":0}},"nodeInfo":{}})";
    return type;
}

ResourceType namespaces()
{
    ResourceType type = typeOf("v1", {"namespaces", "namespace", "Namespace", {"ns"}}, namespacePrinter());
    type.namespaced = false;
    type.hasStatus = true;
    type.fields = {{"status.phase"}};
    type.bookmarkRest = R"(,"spec":{},"status":{})";
    return type;
}

/// Nobody stores them: whoever asks has the components asked.
ResourceType componentStatusType()
{
    ResourceType type =
        typeOf("v1", {"componentstatuses", "componentstatus", "ComponentStatus", {"cs"}}, componentStatusPrinter());
    type.namespaced = false;
    type.compute = [](const Lister &, WallTime) { return componentStatuses(); };
    type.warning = "v1 ComponentStatus is deprecated in v1.19+";
    return type;
}

/// They bypass the watch cache of real servers, and behave accordingly here.
ResourceType events()
{
    ResourceType type = typeOf("v1", {"events", "event", "Event", {"ev"}}, eventPrinter());
    type.isCached = false;
    type.fields = {{"involvedObject.kind"},
                   {"involvedObject.namespace"},
                   {"involvedObject.name"},
                   {"involvedObject.uid"},
                   {"involvedObject.apiVersion"},
                   {"involvedObject.resourceVersion"},
                   {"involvedObject.fieldPath"},
                   {"reason"},
                   {"reportingComponent"},
                   {"source", "source.component"},
                   {"type"}};
    return type;
}

ResourceType secrets()
{
    ResourceType type = typeOf("v1", {"secrets", "secret", "Secret"}, secretPrinter());
    type.fields = {{"type"}};
    return type;
}

ResourceType replicaSets()
{
    ResourceType type =
        scalable(typeOf("apps/v1", {"replicasets", "replicaset", "ReplicaSet", {"rs"}, {"all"}}, replicaSetPrinter()));
    type.fields = {{"status.replicas", "", "0"}};
    type.bookmarkRest =
        R"(,"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}}},"status":{"replicas":0})";
    return type;
}

/// In its first version, of which kubectl makes them; nothing here scales by it.
ResourceType autoscalers()
{
    ResourceType type =
        typeOf("autoscaling/v1",
               {"horizontalpodautoscalers", "horizontalpodautoscaler", "HorizontalPodAutoscaler", {"hpa"}, {"all"}},
               autoscalerPrinter());
    type.hasStatus = true;
    return type;
}

ResourceType definitions()
{
    ResourceType type = withSpec(typeOf("apiextensions.k8s.io/v1",
                                        {"customresourcedefinitions",
                                         "customresourcedefinition",
                                         "CustomResourceDefinition",
                                         {"crd", "crds"},
                                         {"api-extensions"}},
                                        definitionPrinter()));
    type.namespaced = false;
    return type;
}

ResourceType nodeMetricsType()
{
    ResourceType type = typeOf("metrics.k8s.io/v1beta1", {"nodes", "", "NodeMetrics"}, nodeMetricsPrinter());
    type.namespaced = false;
    type.compute = nodeMetrics;
    return type;
}

std::vector<ResourceType> coreTypes()
{
    ResourceType services = typeOf("v1", {"services", "service", "Service", {"svc"}, {"all"}}, servicePrinter());
    services.hasStatus = true;
    return {componentStatusType(),
            typeOf("v1", {"configmaps", "configmap", "ConfigMap", {"cm"}}, configMapPrinter()),
            events(),
            namespaces(),
            nodes(),
            pods(),
            secrets(),
            typeOf("v1", {"serviceaccounts", "serviceaccount", "ServiceAccount", {"sa"}}, serviceAccountPrinter()),
            std::move(services)};
}

std::vector<ResourceType> groupTypes()
{
    ResourceType jobs = withSpec(typeOf("batch/v1", {"jobs", "job", "Job", {}, {"all"}}, jobPrinter()));
    jobs.fields = {{"status.successful", "status.succeeded", "0"}};
    ResourceType slices =
        typeOf("discovery.k8s.io/v1", {"endpointslices", "endpointslice", "EndpointSlice"}, endpointSlicePrinter());
    slices.hasGeneration = true;
    return {withSpec(typeOf("apps/v1", {"daemonsets", "daemonset", "DaemonSet", {"ds"}, {"all"}}, daemonSetPrinter())),
            scalable(typeOf("apps/v1", {"deployments", "deployment", "Deployment", {"deploy"}, {"all"}},
                            deploymentPrinter())),
            replicaSets(),
            scalable(typeOf("apps/v1", {"statefulsets", "statefulset", "StatefulSet", {"sts"}, {"all"}},
                            statefulSetPrinter())),
            autoscalers(),
            withSpec(typeOf("batch/v1", {"cronjobs", "cronjob", "CronJob", {"cj"}, {"all"}}, cronJobPrinter())),
            std::move(jobs),
            typeOf("coordination.k8s.io/v1", {"leases", "lease", "Lease"}, leasePrinter()),
            std::move(slices),
            definitions(),
            nodeMetricsType()};
}

} // namespace

std::vector<ResourceType> builtinTypes()
{
    std::vector<ResourceType> types = coreTypes();
    for (ResourceType &type : groupTypes())
        types.push_back(std::move(type));
    return types;
}

} // namespace wk::apiserver
