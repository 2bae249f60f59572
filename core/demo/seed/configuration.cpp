// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include "core/demo/decide/write.h"
#include "core/demo/seed/plan.h"

#include <utility>

namespace wk::demo {

namespace {

using namespace std::chrono_literals;
using Pairs = std::vector<std::pair<std::string, std::string>>;

Json objectOf(const Pairs &pairs)
{
    Json object = Json::object();
    for (const auto &[key, value] : pairs)
        object[key] = value;
    return object;
}

void configMap(SeedScene &scene, std::string_view ns, const std::string &name, const Pairs &data, SeedHand hand)
{
    Json map = plainObject("v1", "ConfigMap", std::string(ns), name);
    map["data"] = objectOf(data);
    scene.add(resources::ConfigMaps, std::move(map), std::move(hand));
}

/// Values are made up; base64 of random letters, as `data` holds it.
void secret(SeedScene &scene, std::string_view ns, const std::string &name, const char *type,
            const std::vector<std::string> &keys)
{
    Json made = plainObject("v1", "Secret", std::string(ns), name);
    Json data = Json::object();
    for (const std::string &key : keys)
        data[key] = scene.random.hex(32); // hexadecimal digits happen to be base64, too
    made["data"] = std::move(data);
    made["type"] = type;
    scene.add("secrets", std::move(made), {"helm", scene.about(30 * Day)});
}

std::string logConfig(const WorkloadPlan &plan)
{
    return "name: " + std::string(plan.name) + "\nhttp:\n  timeout: 30s\n  keepalive: 75s\ntracing:\n  sample: 0.05\n";
}

void seedTeamConfiguration(SeedScene &scene)
{
    for (const WorkloadPlan &plan : workloadPlans()) {
        if (plan.ns != "web" && plan.ns != "payments")
            continue;
        const std::string level = scene.random.below(6) == 0 ? "debug" : "info";
        configMap(scene, plan.ns, std::string(plan.name) + "-config",
                  {{"log_level", level},
                   {"config.yaml", logConfig(plan)},
                   {"workers", std::to_string(2 + scene.random.below(14))}},
                  {"argocd-controller", scene.about(plan.age)});
    }
    configMap(scene, "web", "web-flags",
              {{"checkout_v2", "off"}, {"search_ranker", "bm25"}, {"banner", "none"}, {"cart_ttl_minutes", "45"}},
              {"argocd-controller", scene.about(40 * Day)});
    scene.touch({"kubectl-edit", scene.about(5h), {"data", "checkout_v2"}});
    configMap(scene, "payments", "fraud-rules",
              {{"threshold", "0.82"}, {"velocity_per_hour", "14"}, {"mode", "enforce"}},
              {"argocd-controller", scene.about(40 * Day)});
    configMap(scene, "payments", "limits", {{"daily_eur", "25000"}, {"single_eur", "4000"}},
              {"kubectl-client-side-apply", scene.about(33 * Day)});
}

void seedPlatformConfiguration(SeedScene &scene)
{
    configMap(scene, "kube-system", "coredns",
              {{"Corefile", ".:53 {\n    errors\n    health {\n       lameduck 5s\n    }\n    ready\n    "
                            "kubernetes cluster.local in-addr.arpa "
                            "ip6.arpa {\n       pods insecure\n       ttl 30\n    }\n    prometheus :9153\n  "
                            "  forward . /etc/resolv.conf\n"
                            "    cache 30\n    loop\n    reload\n    loadbalance\n}\n"}},
              {"kubeadm", scene.about(200 * Day)});
    configMap(
        scene, "kube-system", "kube-proxy",
        {{"config.conf", "apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n"}},
        {"kubeadm", scene.about(200 * Day)});
    configMap(scene, "argocd", "argocd-cm", {{"timeout.reconciliation", "180s"}, {"url", "https://argocd.demo"}},
              {"helm", scene.about(97 * Day)});
    configMap(scene, "monitoring", "prometheus-rules",
              {{"alerts.yaml", "groups:\n- name: pods\n  rules:\n  - alert: PodCrashLooping\n    expr: "
                               "increase(kube_pod_container_status_restarts_total[10m]) > 3\n"}},
              {"helm", scene.about(110 * Day)});
}

void seedSecrets(SeedScene &scene)
{
    secret(scene, "web", "web-tls", "kubernetes.io/tls", {"tls.crt", "tls.key"});
    secret(scene, "web", "sessions-auth", "Opaque", {"password"});
    secret(scene, "web", "registry", "kubernetes.io/dockerconfigjson", {".dockerconfigjson"});
    secret(scene, "payments", "api-tls", "kubernetes.io/tls", {"tls.crt", "tls.key"});
    secret(scene, "payments", "ledger-db", "Opaque", {"username", "password", "dsn"});
    secret(scene, "payments", "registry", "kubernetes.io/dockerconfigjson", {".dockerconfigjson"});
    secret(scene, "payments", "webhook-signing", "Opaque", {"key"});
    secret(scene, "monitoring", "grafana-admin", "Opaque", {"admin-user", "admin-password"});
    secret(scene, "argocd", "argocd-secret", "Opaque", {"admin.password", "server.secretkey"});
}

Json servicePorts(const WorkloadPlan &plan)
{
    const int target = plan.containers.front().port;
    const int port = target == 8080 || target == 3000 ? 80 : target == 8443 ? 443 : target;
    return Json::array({Json{{"name", "http"}, {"protocol", "TCP"}, {"port", port}, {"targetPort", target}}});
}

void seedServices(SeedScene &scene)
{
    Json api = plainObject("v1", "Service", "default", "kubernetes");
    api["metadata"]["labels"] = Json{{"component", "apiserver"}, {"provider", "kubernetes"}};
    api["spec"] = Json{
        {"ports", Json::array({Json{{"name", "https"}, {"protocol", "TCP"}, {"port", 443}, {"targetPort", 6443}}})},
        {"clusterIP", "10.96.0.1"},
        {"clusterIPs", Json::array({"10.96.0.1"})},
        {"type", "ClusterIP"},
        {"sessionAffinity", "None"}};
    api["status"] = Json{{"loadBalancer", Json::object()}};
    scene.add(resources::Services, std::move(api), {"kube-apiserver", scene.about(200 * Day)});
    for (const WorkloadPlan &plan : workloadPlans())
        seedService(scene, plan);
}

} // namespace

void seedService(SeedScene &scene, const WorkloadPlan &plan)
{
    if (plan.access == WorkloadPlan::Access::None)
        return;
    const bool isHeadless = plan.kind == WorkloadPlan::Kind::StatefulSet;
    const std::string ip = isHeadless ? "None"
                                      : "10.96." + std::to_string(1 + scene.random.below(254)) + "." +
                                            std::to_string(1 + scene.random.below(254));
    const std::string name = plan.name == "coredns" ? "kube-dns" : std::string(plan.name);
    Json service = plainObject("v1", "Service", std::string(plan.ns), name);
    service["metadata"]["labels"] = Json{{"app", plan.name}};
    service["spec"] = Json{{"ports", servicePorts(plan)},
                           {"selector", {{"app", plan.name}}},
                           {"clusterIP", ip},
                           {"clusterIPs", Json::array({ip})},
                           {"type", "ClusterIP"},
                           {"sessionAffinity", "None"},
                           {"ipFamilies", Json::array({"IPv4"})},
                           {"ipFamilyPolicy", "SingleStack"},
                           {"internalTrafficPolicy", "Cluster"}};
    service["status"] = Json{{"loadBalancer", Json::object()}};
    scene.add(resources::Services, std::move(service), {std::string(plan.manager), scene.about(plan.age)});
}

void seedOwnConfiguration(SeedScene &scene, const WorkloadPlan &plan)
{
    configMap(scene, std::string(plan.ns), std::string(plan.name) + "-config", {{"log_level", "info"}},
              {std::string(plan.manager), scene.about(plan.age)});
}

void seedNamespaces(SeedScene &scene)
{
    for (const NamespacePlan &plan : namespacePlans())
        seedNamespace(scene, plan);
}

void seedNamespace(SeedScene &scene, const NamespacePlan &plan)
{
    const std::string name(plan.name);
    Json labels{{"kubernetes.io/metadata.name", name}};
    if (!plan.team.empty())
        labels["team"] = plan.team;
    Json made = plainObject("v1", "Namespace", {}, name);
    made["metadata"]["labels"] = std::move(labels);
    made["spec"] = Json{{"finalizers", Json::array({"kubernetes"})}};
    made["status"] = Json{{"phase", "Active"}};
    const WallTime born = scene.ago(plan.age);
    Json &stored =
        scene.add("namespaces", std::move(made),
                  {name.starts_with("kube") || name == "default" ? "kube-apiserver" : "kubectl-create", born});
    if (name == "kube-system" && !scene.options.clusterUid.empty())
        stored["metadata"]["uid"] = scene.options.clusterUid;
    scene.add("serviceaccounts", plainObject("v1", "ServiceAccount", name, "default"),
              {"kube-controller-manager", born + 1s});
    configMap(scene, name, "kube-root-ca.crt",
              {{"ca.crt", "-----BEGIN CERTIFICATE-----\nthe demo speaks no TLS inside\n-----END CERTIFICATE-----\n"}},
              {"kube-controller-manager", born + 1s});
}

void seedConfiguration(SeedScene &scene)
{
    seedTeamConfiguration(scene);
    seedPlatformConfiguration(scene);
    seedSecrets(scene);
    seedServices(scene);
}

} // namespace wk::demo
