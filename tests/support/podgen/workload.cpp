// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/workload.h"

#include "tests/support/podgen/containertext.h"
#include "tests/support/podgen/draw.h"

#include <algorithm>
#include <array>

namespace wk::test {

namespace {

using std::string;

/// The size of a pod's JSON when it is ready, in bytes: between these. Source: facts/data-plane.md, 0.
constexpr std::uint32_t LeastBytes = 5400;
constexpr std::uint32_t MostBytes = 7900;

constexpr std::array Roles{
    Role{"web", "registry.example/shop/web", "/healthz", 8080, true, true},
    Role{"api", "registry.example/platform/api-gateway", "/readyz", 8443, true, false},
    Role{"worker", "registry.example/jobs/worker", "/live", 9000, false, false},
    Role{"cart", "registry.example/shop/cart-service", "/health", 7070, false, true},
    Role{"ledger", "registry.example/payments/ledger", "/actuator/health", 8081, true, false},
    Role{"search", "registry.example/search/indexer", "/_cluster/health", 9200, false, false},
    Role{"mailer", "registry.example/notify/mailer", "/status", 8025, false, false},
    Role{"cache", "docker.io/library/redis", "/ping", 6379, false, true},
};
constexpr std::array Sidecars{
    Role{"istio-proxy", "docker.io/istio/proxyv2", "/healthz/ready", 15021, false, false},
    Role{"log-shipper", "registry.example/observability/fluent-bit", "/api/v1/health", 2020, false, false},
    Role{"metrics", "quay.io/prometheus/statsd-exporter", "/metrics", 9102, false, false},
};
constexpr std::array Namespaces{"shop",   "payments",      "platform", "search",
                                "notify", "observability", "batch",    "default"};

/// Names and uids of who owns the pods.
struct Owner {
    string app;  ///< the Deployment's or StatefulSet's name
    string hash; ///< of the pod template
    string uid;
    string version;
};

string labelsText(const Workload &workload, const Owner &owner)
{
    const string app = "\"app\":\"" + owner.app + R"(","app.kubernetes.io/instance":")" + owner.app +
                       R"(","app.kubernetes.io/part-of":")" + workload.ns + R"(","app.kubernetes.io/version":")" +
                       owner.version + "\",";
    if (!workload.isStateful)
        return "\"labels\":{" + app + "\"pod-template-hash\":\"" + owner.hash + "\"},";
    return "\"labels\":{" + app + "\"controller-revision-hash\":\"" + owner.app + "-" + owner.hash +
           R"(","statefulset.kubernetes.io/pod-name":")" + TextWithHoles::Name + "\"},";
}

string ownerText(const Workload &workload, const Owner &owner)
{
    const char *kind = workload.isStateful ? "StatefulSet" : "ReplicaSet";
    const string name = workload.isStateful ? owner.app : owner.app + "-" + owner.hash;
    return string(R"("ownerReferences":[{"apiVersion":"apps/v1","kind":")") + kind + R"(","name":")" + name +
           R"(","uid":")" + owner.uid + R"(","controller":true,"blockOwnerDeletion":true}])";
}

string metadataFields(const Workload &workload, const Owner &owner)
{
    const char *hash = workload.isStateful
                           ? R"("f:controller-revision-hash":{},"f:statefulset.kubernetes.io/pod-name":{})"
                           : R"("f:pod-template-hash":{})";
    return string(R"("f:metadata":{"f:annotations":{".":{},"f:checksum/config":{},)"
                  R"("f:prometheus.io/port":{},"f:prometheus.io/scrape":{}},"f:generateName":{},)"
                  R"("f:labels":{".":{},"f:app":{},"f:app.kubernetes.io/instance":{},)"
                  R"("f:app.kubernetes.io/part-of":{},"f:app.kubernetes.io/version":{},)") +
           hash + R"(},"f:ownerReferences":{".":{},"k:{\"uid\":\")" + owner.uid + R"(\"}":{}}})";
}

constexpr const char *SpecFields =
    R"(},"f:dnsPolicy":{},"f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},)"
    R"("f:securityContext":{},"f:serviceAccount":{},"f:serviceAccountName":{},"f:terminationGracePeriodSeconds":{},)"
    R"("f:volumes":{".":{},"k:{\"name\":\"config\"}":{".":{},"f:configMap":{".":{},"f:defaultMode":{},"f:name":{}},)"
    R"("f:name":{}}}}})";

string volumesText(const string &app)
{
    return string(R"("volumes":[{"name":"config","configMap":{"name":")") + app +
           R"(-config","defaultMode":420}},{"name":"kube-api-access-)" + TextWithHoles::Token +
           R"(","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},)"
           R"({"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},)"
           R"({"downwardAPI":{"items":[{"path":"namespace","fieldRef":{"apiVersion":"v1",)"
           R"("fieldPath":"metadata.namespace"}}]}}],"defaultMode":420}}],)";
}

string specTailText(const Workload &workload, const string &app)
{
    string text = R"("securityContext":{},)";
    if (workload.isStateful)
        text += string(R"("hostname":")") + TextWithHoles::Name + R"(","subdomain":")" + app + "\",";
    return text + R"("schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready",)"
                  R"("operator":"Exists","effect":"NoExecute","tolerationSeconds":300},)"
                  R"({"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",)"
                  R"("tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,)"
                  R"("preemptionPolicy":"PreemptLowerPriority"})";
}

/// A main container and at most two sidecars. With two it has less itself, for the size.
std::vector<Role> rolesOf(Role main, Draw &draw)
{
    const std::uint32_t sidecars = draw.once(12) ? 2 : draw.once(2) ? 1 : 0;
    if (sidecars == 2)
        main.isLive = main.isHardened = false;
    std::vector<Role> roles{main};
    const std::uint32_t first = draw.below(Sidecars.size());
    for (std::uint32_t at = 0; at < sidecars; ++at)
        roles.push_back(Sidecars[(first + at) % Sidecars.size()]);
    return roles;
}

/// What the rest of a ready pod comes to, nearly.
std::size_t bytesWithoutContainers(const Workload &workload)
{
    constexpr std::size_t Spec = 900;
    constexpr std::size_t StatusOfContainer = 480;
    constexpr std::size_t ManagedFields = 2000;
    constexpr std::size_t Metadata = 450;
    constexpr std::size_t Status = 850;
    return Metadata + ManagedFields + Spec + Status + workload.containers.size() * StatusOfContainer;
}

/// Containers, the first with as many variables as make the pod large enough.
std::vector<SpecAndFields> containerTexts(const Workload &workload, const std::vector<Role> &roles, Draw &draw)
{
    std::vector<SpecAndFields> texts;
    std::size_t bytes = bytesWithoutContainers(workload);
    for (std::size_t at = 0; at < roles.size(); ++at) {
        const string &image = workload.containers[at].image;
        texts.push_back(at == 0 ? containerText(roles[at], image, {}) : sidecarText(roles[at], image));
        bytes += texts.back().size();
    }
    const std::size_t wanted = LeastBytes + draw.below(MostBytes - LeastBytes);
    const std::size_t first = draw.below(15);
    std::size_t count = 0;
    while (bytes + environment(first, count + 1).size() <= wanted)
        ++count;
    texts[0] = containerText(roles[0], workload.containers[0].image, environment(first, count));
    return texts;
}

} // namespace

TextWithHoles::TextWithHoles(std::string text)
{
    for (const char c : text) {
        if (c == Name || c == Token)
            m_holes.push_back({m_text.size(), c});
        else
            m_text += c;
    }
}

void TextWithHoles::append(std::string &to, std::string_view name, std::string_view token) const
{
    std::size_t at = 0;
    for (const Hole &hole : m_holes) {
        to.append(m_text, at, hole.end - at);
        to.append(hole.mark == Name ? name : token);
        at = hole.end;
    }
    to.append(m_text, at);
}

Workload makeWorkload(std::uint64_t seed, std::uint32_t index)
{
    Draw draw(seed, index);
    const std::vector<Role> roles = rolesOf(Roles[draw.below(Roles.size())], draw);
    Workload workload;
    workload.isStateful = draw.once(6);
    workload.ns = Namespaces[draw.below(Namespaces.size())];
    Owner owner{string(roles[0].name) + "-" + std::to_string(index), draw.suffix(10), draw.uuid(), {}};
    // One after the other: the compiler may draw the operands of one expression in any order.
    const std::uint32_t major = 1 + draw.below(9);
    owner.version = "v" + std::to_string(major) + "." + std::to_string(draw.below(40));
    workload.generateName = owner.app + "-" + (workload.isStateful ? string() : owner.hash + "-");
    for (const Role &role : roles) {
        const string image = string(role.image) + ":" + owner.version;
        workload.containers.push_back({role.name, image, string(role.image) + "@sha256:" + draw.hex(64)});
    }
    workload.labels =
        TextWithHoles(labelsText(workload, owner) + R"("annotations":{"checksum/config":")" + draw.hex(64) + "\"");
    workload.annotations = R"(,"prometheus.io/port":")" + std::to_string(roles[0].port) +
                           R"(","prometheus.io/scrape":"true"},)" + ownerText(workload, owner);

    string containers;
    string fields;
    for (const SpecAndFields &text : containerTexts(workload, roles, draw)) {
        containers += (containers.empty() ? "" : ",") + text.spec;
        fields += (fields.empty() ? "" : ",") + text.fields;
    }
    workload.fields = "{" + metadataFields(workload, owner) + R"(,"f:spec":{"f:containers":{)" + fields + SpecFields;
    workload.specHead = TextWithHoles("{" + volumesText(owner.app) + "\"containers\":[" + containers +
                                      R"(],"restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
                                      R"("dnsPolicy":"ClusterFirst","serviceAccountName":")" +
                                      owner.app + R"(","serviceAccount":")" + owner.app + "\",");
    workload.specTail = TextWithHoles(specTailText(workload, owner.app));
    return workload;
}

} // namespace wk::test
