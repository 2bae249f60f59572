// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/plan.h"

#include <algorithm>

namespace wk::demo {

namespace {

using namespace std::chrono_literals;
using Kind = WorkloadPlan::Kind;
using Access = WorkloadPlan::Access;

// A table: one workload a row, as a reader wants it.
// clang-format off
std::vector<WorkloadPlan> systemPlans()
{
    return {
        {Kind::DaemonSet, "kube-system", "kube-proxy", 0, 200 * Day, 63 * Day,
         {{"kube-proxy", "registry.k8s.io/kube-proxy", "v1.32.", 0, 0, "20m", "40Mi"}},
         Access::None, "kubeadm"},
        {Kind::DaemonSet, "kube-system", "node-agent", 0, 120 * Day, 9 * Day,
         {{"node-agent", "quay.io/demo/node-agent", "1.8.", 3, 9100, "25m", "48Mi"}}, Access::None, "helm"},
        {Kind::Deployment, "kube-system", "coredns", 2, 200 * Day, 63 * Day,
         {{"coredns", "registry.k8s.io/coredns/coredns", "v1.11.", 3, 53, "100m", "70Mi"}},
         Access::Service, "kubeadm"},
        {Kind::Deployment, "kube-system", "metrics-server", 1, 120 * Day, 34 * Day,
         {{"metrics-server", "registry.k8s.io/metrics-server/metrics-server", "v0.7.", 2, 10250, "100m",
           "200Mi"}},
         Access::Service, "helm"},
        {Kind::Deployment, "ingress-nginx", "ingress-nginx-controller", 2, 118 * Day, 21 * Day,
         {{"controller", "registry.k8s.io/ingress-nginx/controller", "v1.11.", 3, 443, "100m", "90Mi"}},
         Access::Service, "helm"},
        {Kind::Deployment, "cert-manager", "cert-manager", 1, 118 * Day, 40 * Day,
         {{"cert-manager-controller", "quay.io/jetstack/cert-manager-controller", "v1.16.", 2, 9402, "20m",
           "64Mi"}},
         Access::Service, "helm"},
        {Kind::Deployment, "cert-manager", "cert-manager-webhook", 1, 118 * Day, 40 * Day,
         {{"cert-manager-webhook", "quay.io/jetstack/cert-manager-webhook", "v1.16.", 2, 10250, "20m",
           "32Mi"}},
         Access::Service, "helm"},
        {Kind::StatefulSet, "argocd", "argocd-application-controller", 1, 97 * Day, 14 * Day,
         {{"application-controller", "quay.io/argoproj/argocd", "v2.13.", 1, 8082, "250m", "512Mi"}},
         Access::None, "helm"},
        {Kind::Deployment, "argocd", "argocd-repo-server", 2, 97 * Day, 14 * Day,
         {{"repo-server", "quay.io/argoproj/argocd", "v2.13.", 1, 8081, "100m", "256Mi"}},
         Access::Service, "helm"},
        {Kind::Deployment, "argocd", "argocd-server", 1, 97 * Day, 14 * Day,
         {{"server", "quay.io/argoproj/argocd", "v2.13.", 1, 8080, "50m", "128Mi"}}, Access::Service, "helm"},
        {Kind::StatefulSet, "monitoring", "prometheus", 1, 110 * Day, 27 * Day,
         {{"prometheus", "quay.io/prometheus/prometheus", "v3.0.", 1, 9090, "500m", "2Gi"},
          {"config-reloader", "quay.io/prometheus-operator/prometheus-config-reloader", "v0.78.", 2, 8080,
           "10m",
           "24Mi"}},
         Access::Service, "helm"},
        {Kind::StatefulSet, "monitoring", "alertmanager", 2, 110 * Day, 27 * Day,
         {{"alertmanager", "quay.io/prometheus/alertmanager", "v0.27.", 0, 9093, "20m", "64Mi"}},
         Access::Service, "helm"},
        {Kind::Deployment, "monitoring", "grafana", 1, 110 * Day, 6 * Day,
         {{"grafana", "docker.io/grafana/grafana", "11.3.", 1, 3000, "100m", "256Mi"}},
         Access::Service, "helm"},
    };
}

std::vector<WorkloadPlan> webPlans()
{
    return {
        {Kind::Deployment, "web", "web", 5, 41 * Day, 3 * Day,
         {{"web", "registry.demo/web/web", "2.14.", 0, 8080, "200m", "192Mi"}}, Access::Service},
        {Kind::Deployment, "web", "cart", 2, 41 * Day, 11 * Day,
         {{"cart", "registry.demo/web/cart", "1.9.", 4, 8080, "100m", "128Mi"}}, Access::Service},
        {Kind::Deployment, "web", "checkout", 3, 41 * Day, 6h,
         {{"checkout", "registry.demo/web/checkout", "3.2.", 7, 8080, "150m", "160Mi"}}, Access::Service},
        {Kind::Deployment, "web", "search", 3, 33 * Day, 2 * Day + 4h,
         {{"search", "registry.demo/web/search", "0.31.", 2, 9200, "200m", "512Mi"}}, Access::Service},
        {Kind::Deployment, "web", "images", 2, 33 * Day, 19h,
         {{"images", "registry.demo/web/images", "5.0.", 12, 8080, "100m", "96Mi"}}, Access::Service},
        {Kind::StatefulSet, "web", "sessions", 3, 41 * Day, 16 * Day,
         {{"redis", "docker.io/library/redis", "7.4.", 1, 6379, "100m", "256Mi"}}, Access::Service},
    };
}

std::vector<WorkloadPlan> paymentsPlans()
{
    return {
        {Kind::Deployment, "payments", "api", 3, 41 * Day, 25h,
         {{"api", "registry.demo/payments/api", "4.6.", 1, 8443, "200m", "256Mi"}}, Access::Service},
        {Kind::Deployment, "payments", "fraud", 2, 41 * Day, 5 * Day,
         {{"fraud", "registry.demo/payments/fraud", "2.2.", 9, 8080, "300m", "512Mi"}}, Access::Service},
        {Kind::StatefulSet, "payments", "ledger", 3, 41 * Day, 41 * Day,
         {{"ledger", "registry.demo/payments/ledger", "1.0.", 17, 5432, "250m", "512Mi"},
          {"backup", "registry.demo/payments/ledger-backup", "1.0.", 3, 0, "20m", "64Mi"}},
         Access::Service, "kubectl-client-side-apply"},
        {Kind::Deployment, "payments", "report", 1, 30 * Day, 2 * Day,
         {{"report", "registry.demo/payments/report", "0.8.", 5, 8080, "100m", "256Mi"}}},
        {Kind::Deployment, "payments", "tokens", 2, 41 * Day, 19 * Day,
         {{"tokens", "registry.demo/payments/tokens", "1.4.", 0, 8080, "100m", "64Mi"}}, Access::Service},
        {Kind::Deployment, "payments", "webhook", 2, 41 * Day, 12 * Day,
         {{"webhook", "registry.demo/payments/webhook", "2.0.", 6, 8080, "50m", "64Mi"}}, Access::Service},
        {Kind::Deployment, "payments", "backtest", 1, 2h, 38min,
         {{"backtest", "registry.demo/payments/backtest", "0.3.", 1, 8080, "16", "24Gi"}},
         Access::None, "kubectl-create"},
        {Kind::CronJob, "payments", "settle", 0, 41 * Day, 8 * Day,
         {{"settle", "registry.demo/payments/settle", "1.3.", 2, 0, "100m", "96Mi"}}, Access::None,
         "kubectl-client-side-apply"},
    };
}

// clang-format on

void append(std::vector<WorkloadPlan> &plans, std::vector<WorkloadPlan> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(plans));
}

} // namespace

const std::vector<WorkloadPlan> &workloadPlans()
{
    static const std::vector<WorkloadPlan> Plans = [] {
        std::vector<WorkloadPlan> plans = systemPlans();
        append(plans, webPlans());
        append(plans, paymentsPlans());
        return plans;
    }();
    return Plans;
}

const std::vector<NamespacePlan> &namespacePlans()
{
    static const std::vector<NamespacePlan> Plans{{"default", 200 * Day},
                                                  {"kube-node-lease", 200 * Day},
                                                  {"kube-public", 200 * Day},
                                                  {"kube-system", 200 * Day},
                                                  {"ingress-nginx", 118 * Day, "platform"},
                                                  {"cert-manager", 118 * Day, "platform"},
                                                  {"monitoring", 110 * Day, "platform"},
                                                  {"argocd", 97 * Day, "platform"},
                                                  {"payments", 41 * Day, "payments"},
                                                  {"web", 41 * Day, "storefront"}};
    return Plans;
}

std::string imageOf(const ContainerPlan &container, int back)
{
    return std::string(container.image) + ":" + std::string(container.series) +
           std::to_string(std::max(0, container.patch - back));
}

} // namespace wk::demo
