// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execcredential.h"

#include "core/cluster/bearertoken.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/pem.h"
#include "core/json/document.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace wk {

namespace {

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

QJsonObject clusterInfo(const ClusterAccess &access, const ExecPlugin &plugin)
{
    QJsonObject cluster{{QStringLiteral("server"), access.server.toString(QUrl::FullyEncoded)}};
    if (!access.tlsServerName.empty())
        cluster.insert(QStringLiteral("tls-server-name"), text(access.tlsServerName));
    if (access.skipTlsVerify)
        cluster.insert(QStringLiteral("insecure-skip-tls-verify"), true);
    if (!access.caPem.isEmpty())
        cluster.insert(QStringLiteral("certificate-authority-data"), QString::fromLatin1(access.caPem.toBase64()));
    if (!access.proxy.isEmpty())
        cluster.insert(QStringLiteral("proxy-url"), access.proxy.toString());
    if (access.disableCompression)
        cluster.insert(QStringLiteral("disable-compression"), true);
    // Wrapped, since QJsonDocument takes no bare scalars. kubectl says null where there is none.
    const std::string config = plugin.clusterConfig.empty() ? "null" : plugin.clusterConfig;
    const auto wrapped = QJsonDocument::fromJson(QByteArray::fromStdString("[" + config + "]"));
    cluster.insert(QStringLiteral("config"), wrapped[0]);
    return cluster;
}

/// The fields of the answer, or the sentence that says what is wrong with them.
struct Answer {
    std::string token;
    std::string certificate;
    std::string key;
    std::string expires;
    std::string fault;
};

/// A string or nothing; anything else is a fault.
std::string field(const simdjson::dom::object &object, const char *key, Answer &answer)
{
    const auto value = object[key];
    if (value.error() || value.is_null())
        return {};
    std::string_view string;
    if (value.get(string) != simdjson::SUCCESS)
        answer.fault = std::string("what it gives as \"") + key + "\" is not text";
    return std::string(string);
}

Answer readStatus(const simdjson::dom::object &root, const ExecPlugin &plugin)
{
    Answer answer;
    const std::string version = field(root, "apiVersion", answer);
    const std::string kind = field(root, "kind", answer);
    if (kind != "ExecCredential" && (!kind.empty() || version.empty())) // kubectl knows it by the version
        answer.fault = "what it printed is not an ExecCredential";
    else if (version != plugin.apiVersion)
        answer.fault = "it answers in version \"" + version + "\", but the kubeconfig asks for \"" + plugin.apiVersion +
                       "\"; update the plugin or the kubeconfig";
    simdjson::dom::object status;
    if (answer.fault.empty() && root["status"].get(status) != simdjson::SUCCESS)
        answer.fault = "its answer has no status, so no credential is in it";
    if (!answer.fault.empty())
        return answer;
    answer.token = field(status, "token", answer);
    answer.certificate = field(status, "clientCertificateData", answer);
    answer.key = field(status, "clientKeyData", answer);
    answer.expires = field(status, "expirationTimestamp", answer);
    return answer;
}

std::string contentFault(const Answer &answer)
{
    if (!answer.fault.empty())
        return answer.fault;
    if (answer.token.empty() && answer.certificate.empty() && answer.key.empty())
        return "its answer holds neither a token nor a certificate";
    if (answer.certificate.empty() != answer.key.empty())
        return answer.key.empty() ? "it gave a certificate without its key" : "it gave a key without its certificate";
    if (const auto fault = tokenFault(answer.token))
        return "its token is unusable. " + *fault;
    if (answer.certificate.empty())
        return {};
    const QByteArray certificate = QByteArray::fromStdString(answer.certificate);
    const Secret key = Secret::of(answer.key);
    auto fault = certificateFault(certificate);
    if (!fault)
        fault = keyFault(key);
    if (!fault)
        fault = pairFault(certificate, key);
    return fault ? "its certificate is unusable. " + *fault : std::string();
}

} // namespace

QByteArray execInfo(const ClusterAccess &access, PluginInput input)
{
    const auto &plugin = std::get<ExecPlugin>(access.signIn);
    QJsonObject spec{{QStringLiteral("interactive"), input == PluginInput::Terminal}};
    if (plugin.provideClusterInfo)
        spec.insert(QStringLiteral("cluster"), clusterInfo(access, plugin));
    const QJsonObject root{{QStringLiteral("apiVersion"), text(plugin.apiVersion)},
                           {QStringLiteral("kind"), QStringLiteral("ExecCredential")},
                           {QStringLiteral("spec"), spec}};
    return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

Result<Credential> readExecCredential(std::string_view output, const ExecPlugin &plugin, WallTime now)
{
    const auto failed = [&](const std::string &why) {
        return pluginFailed(plugin.program,
                            "The credential plugin \"" + plugin.command + "\" ran, but " + why +
                                (why.ends_with('.') ? "" : "."),
                            plugin.installHint);
    };
    json::Document document;
    const auto parsed = document.parse(output);
    simdjson::dom::object root;
    if (!parsed || parsed->get(root) != simdjson::SUCCESS)
        return failed(trimmedToken(output).empty() ? "it printed nothing" : "what it printed is not JSON");
    Answer answer = readStatus(root, plugin);
    if (const std::string fault = contentFault(answer); !fault.empty())
        return failed(fault);
    Credential credential{Secret::of(std::move(answer.token)), QByteArray::fromStdString(answer.certificate),
                          Secret::of(std::move(answer.key)), parseTime(answer.expires)};
    if (!answer.expires.empty() && !credential.expires)
        return failed("the time of its expiry, \"" + answer.expires.substr(0, 40) + "\", is no time");
    if (credential.expires && *credential.expires <= now)
        return failed("its credential had expired already, at " + formatTime(*credential.expires) +
                      ", and the clock here says " + formatTime(now));
    return credential;
}

} // namespace wk
