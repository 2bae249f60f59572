// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/containertext.h"

#include "tests/support/podgen/workload.h"

#include <algorithm>
#include <array>
#include <vector>

namespace wk::test {

namespace {

using std::string;

constexpr std::array Variables{
    "DATABASE_URL", "LOG_LEVEL",        "REDIS_ADDR",   "FEATURE_FLAGS", "OTEL_EXPORTER_OTLP_ENDPOINT",
    "REGION",       "KAFKA_BROKERS",    "MAX_SESSIONS", "JAVA_OPTS",     "PAYMENT_PROVIDER",
    "HTTP_PROXY",   "UPSTREAM_TIMEOUT", "TENANT",       "SENTRY_DSN",    "CACHE_TTL_SECONDS"};
constexpr std::array Values{
    "postgres://app@postgres.data.svc.cluster.local:5432/app?sslmode=verify-full\\u0026pool_max_conns=20",
    "info",
    "redis-master.cache.svc.cluster.local:6379",
    "checkout-v2,async-mail,price-cache,new-search-ranking,dark-mode",
    "http://otel-collector.observability.svc.cluster.local:4317",
    "eu-central-1",
    "kafka-0.kafka.data.svc:9092,kafka-1.kafka.data.svc:9092,kafka-2.kafka.data.svc:9092",
    "2500",
    "-Xms256m -Xmx768m -XX:+UseG1GC -XX:MaxGCPauseMillis=100 -Djava.security.egd=file:/dev/urandom",
    "https://payments.example/api/v3",
    "http://proxy.corp.example:3128",
    "30s",
    "acme-retail",
    "https://0123abcd@sentry.example/42",
    "900"};

const string TokenMount = string(R"({"name":"kube-api-access-)") + TextWithHoles::Token +
                          R"(","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"})";
constexpr const char *Termination =
    R"(,"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",)"
    R"("imagePullPolicy":"IfNotPresent")";

string probe(const Role &role, const char *kind, std::uint32_t period)
{
    return string(",\"") + kind + R"(":{"httpGet":{"path":")" + role.probe + R"(","port":)" +
           std::to_string(role.port) +
           R"(,"scheme":"HTTP"},"initialDelaySeconds":5,"timeoutSeconds":1,"periodSeconds":)" + std::to_string(period) +
           R"(,"successThreshold":1,"failureThreshold":3})";
}

string probeFields(const char *kind)
{
    return string("\"f:") + kind +
           R"(":{".":{},"f:failureThreshold":{},"f:httpGet":{".":{},"f:path":{},"f:port":{},"f:scheme":{}},)"
           R"("f:initialDelaySeconds":{},"f:periodSeconds":{},"f:successThreshold":{},"f:timeoutSeconds":{}},)";
}

SpecAndFields variable(std::size_t number)
{
    const std::size_t at = number % Variables.size();
    string name = Variables[at];
    if (number >= Variables.size())
        name += "_" + std::to_string(number / Variables.size());
    return {"{\"name\":\"" + name + "\",\"value\":\"" + Values[at] + "\"}",
            R"("k:{\"name\":\")" + name + R"(\"}":{".":{},"f:name":{},"f:value":{}})"};
}

} // namespace

SpecAndFields environment(std::size_t first, std::size_t count)
{
    SpecAndFields env;
    std::vector<string> names;
    for (std::size_t at = 0; at < count; ++at) {
        const SpecAndFields one = variable(first + at);
        env.spec += (at ? "," : "") + one.spec;
        names.push_back(one.fields);
    }
    std::sort(names.begin(), names.end());
    for (const string &name : names)
        env.fields += "," + name;
    return env;
}

SpecAndFields containerText(const Role &role, const string &image, const SpecAndFields &env)
{
    const string port = std::to_string(role.port);
    SpecAndFields text;
    text.spec = string("{\"name\":\"") + role.name + "\",\"image\":\"" + image + R"(","args":["--listen=:)" + port +
                R"(","--config=/etc/app/config.yaml"],"ports":[{"name":"http","containerPort":)" + port +
                R"(,"protocol":"TCP"}])";
    if (!env.spec.empty())
        text.spec += ",\"env\":[" + env.spec + "]";
    text.spec += string(R"(,"resources":{"limits":{"memory":"512Mi"},"requests":{"cpu":"100m","memory":"256Mi"}},)"
                        R"("volumeMounts":[{"name":"config","readOnly":true,"mountPath":"/etc/app"},)") +
                 TokenMount + "]" + (role.isLive ? probe(role, "livenessProbe", 20) : "") +
                 probe(role, "readinessProbe", 10) + Termination;
    text.fields = string(R"("k:{\"name\":\")") + role.name + R"(\"}":{".":{},"f:args":{},)";
    if (!env.fields.empty())
        text.fields += R"("f:env":{".":{})" + env.fields + "},";
    text.fields += R"("f:image":{},"f:imagePullPolicy":{},)" + (role.isLive ? probeFields("livenessProbe") : "") +
                   R"("f:name":{},"f:ports":{".":{},"k:{\"containerPort\":)" + port +
                   R"(,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:name":{},"f:protocol":{}}},)" +
                   probeFields("readinessProbe") +
                   R"("f:resources":{".":{},"f:limits":{".":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},)"
                   R"("f:memory":{}}},)";
    if (role.isHardened) {
        text.spec += R"(,"securityContext":{"capabilities":{"drop":["ALL"]},"runAsNonRoot":true,)"
                     R"("readOnlyRootFilesystem":true,"allowPrivilegeEscalation":false})";
        text.fields += R"("f:securityContext":{".":{},"f:allowPrivilegeEscalation":{},"f:capabilities":{".":{},)"
                       R"("f:drop":{}},"f:readOnlyRootFilesystem":{},"f:runAsNonRoot":{}},)";
    }
    text.spec += "}";
    text.fields += R"("f:terminationMessagePath":{},"f:terminationMessagePolicy":{},)"
                   R"("f:volumeMounts":{".":{},"k:{\"mountPath\":\"/etc/app\"}":{".":{},"f:mountPath":{},)"
                   R"("f:name":{},"f:readOnly":{}}}})";
    return text;
}

SpecAndFields sidecarText(const Role &role, const string &image)
{
    return {string("{\"name\":\"") + role.name + "\",\"image\":\"" + image +
                R"(","resources":{"requests":{"cpu":"10m"}},"volumeMounts":[)" + TokenMount + "]" + Termination + "}",
            string(R"("k:{\"name\":\")") + role.name +
                R"(\"}":{".":{},"f:image":{},"f:imagePullPolicy":{},"f:name":{},)"
                R"("f:resources":{".":{},"f:requests":{".":{},"f:cpu":{}}},)"
                R"("f:terminationMessagePath":{},"f:terminationMessagePolicy":{}})"};
}

} // namespace wk::test
