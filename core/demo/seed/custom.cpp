// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include <array>

namespace wk::demo {

namespace {

using namespace std::chrono_literals;

constexpr const char *Group = "cert-manager.io";

Json column(const char *name, const char *type, const char *path, int priority = 0)
{
    Json made{{"name", name}, {"type", type}, {"jsonPath", path}};
    if (priority > 0)
        made["priority"] = priority;
    return made;
}

Json definition()
{
    Json crd =
        plainObject("apiextensions.k8s.io/v1", "CustomResourceDefinition", {}, std::string("certificates.") + Group);
    const Json free{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
    const Json schema{{"openAPIV3Schema", {{"type", "object"}, {"properties", {{"spec", free}, {"status", free}}}}}};
    const Json columns = Json::array({column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status"),
                                      column("Secret", "string", ".spec.secretName"),
                                      column("Issuer", "string", ".spec.issuerRef.name", 1),
                                      column("Status", "string", ".status.conditions[?(@.type==\"Ready\")].message", 1),
                                      column("Age", "date", ".metadata.creationTimestamp")});
    const Json version{{"name", "v1"},
                       {"served", true},
                       {"storage", true},
                       {"schema", schema},
                       {"subresources", {{"status", Json::object()}}},
                       {"additionalPrinterColumns", columns}};
    crd["spec"] = Json{{"group", Group},
                       {"names",
                        {{"plural", "certificates"},
                         {"singular", "certificate"},
                         {"kind", "Certificate"},
                         {"listKind", "CertificateList"},
                         {"shortNames", Json::array({"cert", "certs"})},
                         {"categories", Json::array({"cert-manager"})}}},
                       {"scope", "Namespaced"},
                       {"versions", Json::array({version})},
                       {"conversion", {{"strategy", "None"}}}};
    return crd;
}

struct CertificatePlan {
    const char *ns;
    const char *name;
    const char *host;
    std::chrono::hours age;
    bool isReady;
};

constexpr std::array Certificates{CertificatePlan{"web", "web", "shop.demo", 41 * 24h, true},
                                  CertificatePlan{"web", "images", "img.shop.demo", 33 * 24h, true},
                                  CertificatePlan{"payments", "api", "pay.demo", 41 * 24h, true},
                                  CertificatePlan{"payments", "webhook", "hooks.pay.demo", 3h, false},
                                  CertificatePlan{"argocd", "argocd-server", "argocd.demo", 97 * 24h, true},
                                  CertificatePlan{"monitoring", "grafana", "grafana.demo", 110 * 24h, true}};

Json certificate(const CertificatePlan &plan, WallTime issued)
{
    Json made = plainObject("cert-manager.io/v1", "Certificate", plan.ns, plan.name);
    made["metadata"]["generation"] = 1;
    made["spec"] = Json{{"secretName", std::string(plan.name) + "-tls"},
                        {"dnsNames", Json::array({plan.host})},
                        {"issuerRef", {{"name", "letsencrypt"}, {"kind", "ClusterIssuer"}}}};
    Json status = Json::object();
    if (plan.isReady) {
        setCondition(status, {"Ready", "True", "Ready", "Certificate is up to date and has not expired"}, issued);
        status["notBefore"] = timeJson(issued);
        status["notAfter"] = timeJson(issued + 90 * 24h);
        status["revision"] = 1;
    } else {
        setCondition(status, {"Ready", "False", "DoesNotExist", "Issuing certificate as Secret does not exist"},
                     issued);
        setCondition(status, {"Issuing", "True", "DoesNotExist", "Issuing certificate as Secret does not exist"},
                     issued);
    }
    made["status"] = std::move(status);
    return made;
}

} // namespace

void seedCustomResources(SeedScene &scene)
{
    const WallTime defined = scene.about(118 * 24h);
    Json crd = definition();
    crd["metadata"]["generation"] = 1;
    Json status = Json::object();
    setCondition(status, {"NamesAccepted", "True", "NoConflicts", "no conflicts found"}, defined);
    setCondition(status, {"Established", "True", "InitialNamesAccepted", "the initial names have been accepted"},
                 defined);
    status["acceptedNames"] = crd["spec"]["names"];
    status["storedVersions"] = Json::array({"v1"});
    crd["status"] = std::move(status);
    scene.add("customresourcedefinitions.apiextensions.k8s.io", std::move(crd), {"helm", defined});
    scene.touch({"kube-apiserver", defined, {"status"}});
    for (const CertificatePlan &plan : Certificates) {
        const WallTime made = scene.about(plan.age);
        const WallTime issued = std::max(made + 50s, scene.ago(std::chrono::hours(24 * (1 + scene.random.below(55)))));
        scene.add(std::string("certificates.") + Group, certificate(plan, issued), {"argocd-controller", made});
        scene.touch({"cert-manager-certificates-issuing", issued, {"status"}});
    }
}

} // namespace wk::demo
