// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/tlsidentity.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"

#include <QFile>
#include <QSslKey>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <functional>
#include <vector>

/// What goes wrong for the command line, as data.
namespace wk::commandfaults {

inline QByteArray kubeconfig(const QUrl &server, const QByteArray &ofCluster = {}, const QByteArray &ofUser = {},
                             const QByteArray &ns = "web")
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: it\nclusters:\n- name: it\n  cluster:\n    server: " +
           server.toEncoded() + "\n" + ofCluster + "users:\n- name: bob\n  user:\n    token: t0ken\n" + ofUser +
           "contexts:\n- name: it\n  context: {cluster: it, user: bob, namespace: " + ns + "}\n";
}

/// Writes a kubeconfig into the home, and names it as the command line does.
inline QStringList kubeconfigOption(const QString &home, const QByteArray &config)
{
    QFile file(home + text("/config"));
    if (file.open(QIODevice::WriteOnly))
        file.write(config);
    return {text("--kubeconfig"), file.fileName()};
}

/// What was asked of config maps, decoded.
inline QStringList asked(const FaultServer &server)
{
    QStringList targets;
    for (const ScriptServer::Request &request : server.requests) {
        if (request.target.contains("configmaps"))
            targets.append(QUrl::fromPercentEncoding(request.target));
    }
    return targets;
}

inline FaultServer::Fault answers(const QByteArray &bytes)
{
    return [bytes](QSslSocket &socket, const ScriptServer::Request &) { socket.write(bytes); };
}

/// What is wrong: with the server, or with the kubeconfig's text, which it returns.
using Strike = std::function<QByteArray(FaultServer &)>;

struct Case {
    const char *name;
    const char *arguments;           ///< behind "get"
    std::vector<const char *> words; ///< standard error begins with the first
    Strike strike;
    int lines = 1;
};

inline Strike onLists(const QByteArray &bytes)
{
    return [bytes](FaultServer &server) {
        server.onList = answers(bytes);
        return kubeconfig(server.url());
    };
}

inline Strike onAll(const QByteArray &bytes)
{
    return [bytes](FaultServer &server) {
        server.onAny = answers(bytes);
        return kubeconfig(server.url());
    };
}

inline QByteArray well(FaultServer &server)
{
    return kubeconfig(server.url());
}

inline QByteArray refusing(FaultServer &server)
{
    const QByteArray config = kubeconfig(server.url());
    server.goAway();
    return config;
}

/// The server's certificate is of one CA, the kubeconfig's CA is another one.
inline QByteArray ofAnotherCa(FaultServer &server)
{
    const WallTime now = std::chrono::floor<WallTime::duration>(std::chrono::system_clock::now());
    const auto theirs = apiserver::makeTlsIdentity("127.0.0.1", now);
    const auto ours = apiserver::makeTlsIdentity("127.0.0.1", now);
    if (!theirs || !ours)
        return {};
    QSslConfiguration tls;
    tls.setLocalCertificateChain(QSslCertificate::fromData(QByteArray::fromStdString(theirs->certificate)));
    tls.setPrivateKey(QSslKey(theirs->key.reveal().toByteArray(), QSsl::Ec));
    server.setTls(tls);
    const QByteArray ca = QByteArray::fromStdString(ours->caCertificate).toBase64();
    return kubeconfig(server.url(), "    certificate-authority-data: " + ca + "\n");
}

inline QByteArray secured(const QByteArray &ofCluster, const QByteArray &ofUser)
{
    return kubeconfig(QUrl(text("https://127.0.0.1:1")), ofCluster, ofUser);
}

inline QByteArray status(int code, const char *reason, const QByteArray &message)
{
    return FaultServer::status(code, reason, message);
}

inline std::vector<Case> failures()
{
    const auto config = [](const QByteArray &bytes) { return [bytes](FaultServer &) { return bytes; }; };
    return {
        {"broken kubeconfig",
         "configmaps",
         {"error: The configuration cannot be read", "config:5", "Correct the file"},
         config("apiVersion: v1\nclusters:\n- name: it\n  cluster: [server\n")},
        {"a kubeconfig that is something else",
         "configmaps",
         {"error: ", "config:2: kind", "not a kubeconfig", "Correct the file"},
         config("apiVersion: v1\nkind: Pod\n")},
        {"no kubeconfig",
         "configmaps --kubeconfig /nowhere/config",
         {"error: ", "/nowhere/config", "There is no kubeconfig here"},
         config({})},
        {"a context that is not there",
         "configmaps --context nope",
         {"error: There is no context named \"nope\"", "It has: \"it\""},
         well},
        {"a namespace that no cluster can have",
         "configmaps -n Team_A",
         {"error: invalid namespace \"Team_A\": ", "lower case"},
         well},
        {"a tab in the kubeconfig",
         "configmaps",
         {"error: ", "config:4", "indented with a tab", "spaces"},
         config("apiVersion: v1\nclusters:\n- name: it\n\tcluster: {}\n")},
        {"a way to sign in that has been taken out",
         "configmaps",
         {"error: ", "config:12: users[bob].user.auth-provider.name", "gke-gcloud-auth-plugin"},
         config(secured({}, "    auth-provider: {name: gcp}\n"))},
        {"missing certificate",
         "configmaps",
         {"error: ", "config:12", "client-certificate", "nowhere.crt", "Check that the file exists"},
         config(secured({}, "    client-certificate: nowhere.crt\n    client-key: nowhere.key\n"))},
        {"missing certificate of the CA",
         "configmaps",
         {"error: ", "config:8", "certificate-authority", "nowhere.crt"},
         config(secured("    certificate-authority: nowhere.crt\n", {}))},
        {"refused connection",
         "configmaps",
         {"The connection to the server 127.0.0.1:", " was refused - did you specify the right host or port?\n"},
         refusing},
        {"wrong CA",
         "configmaps",
         {"Unable to connect to the server: The server's certificate is not trusted", "certificate-authority"},
         ofAnotherCa},
        {"401",
         "configmaps",
         {"error: You must be logged in to the server (Unauthorized)\n",
          "The server 127.0.0.1:", "does not know who you are (401). Sign in again"},
         onAll(status(401, "Unauthorized", "Unauthorized")),
         2},
        {"403",
         "configmaps",
         {"Error from server (Forbidden): configmaps is forbidden: User \"bob\" cannot list them\n"},
         onLists(status(403, "Forbidden", "configmaps is forbidden: User \\\"bob\\\" cannot list them"))},
        {"404 for a kind", "gadgets", {"error: the server doesn't have a resource type \"gadgets\"\n"}, well},
        {"404 for an object",
         "configmap nope",
         {"Error from server (NotFound): configmaps \"nope\" not found\n"},
         [](FaultServer &server) {
             while (!server.truth().empty())
                 server.remove(server.truth().begin()->first);
             return well(server);
         }},
        {"410", "configmaps", {"Error from server (Expired): too old\n"}, onLists(status(410, "Expired", "too old"))},
        {"429",
         "configmaps",
         {"Error from server (TooManyRequests): storage is (re)initializing\n"},
         onLists(status(429, "TooManyRequests", "storage is (re)initializing"))},
        {"500",
         "configmaps",
         {"Error from server (InternalError): etcdserver: request timed out\n"},
         onAll(status(500, "InternalError", "etcdserver: request timed out"))},
        {"truncated JSON",
         "configmaps",
         {"error: The answer ended early or cannot be read", "cuts answers short"},
         onLists(ScriptServer::json("{\"kind\":\"ConfigMapList\",\"metadata\":{},\"items\":[{"))},
        {"truncated JSON of what is served",
         "configmaps",
         {"error: The answer ended early or cannot be read", "cuts answers short"},
         onAll(ScriptServer::json("{\"kind\":\"APIVersions\",\"versions\":[\"v"))},
        {"truncated JSON of one group's kinds",
         "configmaps",
         {"error: the server doesn't have a resource type \"configmaps\"\n",
          "in v1, whose kinds could not be asked for. The answer ended early or cannot be read"},
         [](FaultServer &server) {
             server.onKinds = answers(ScriptServer::json("{\"kind\":\"APIResourceList\",\"resources\":[{"));
             return well(server);
         },
         2},
        {"400 for a selector",
         "configmaps -l a=b",
         {"Error from server (BadRequest): Unable to find \"/v1, Resource=configmaps\" that match label selector \"a=b\", "
          "field selector \"\": no\n"},
         onLists(status(400, "BadRequest", "no"))},
        {"404 of a list",
         "configmaps",
         {"Error from server (NotFound): Unable to list \"/v1, Resource=configmaps\": gone\n"},
         onLists(status(404, "NotFound", "gone"))},
        {"503 in a few words",
         "configmaps",
         {"Error from server (ServiceUnavailable): busy\n"},
         onLists(ScriptServer::answer(503, "Content-Type: text/plain\r\n", "busy"))},
        {"a namespace that cannot be one", "configmaps -n a%b", {"error: invalid namespace \"a%b\": "}, well},
        {"a name in all namespaces",
         "configmaps settings -A",
         {"error: a resource cannot be retrieved by name across all namespaces\n"},
         well},
        {"a web page",
         "configmaps",
         {"error: Something answers there, but not a Kubernetes API", "a login page may be in between"},
         onAll(ScriptServer::answer(200, "Content-Type: text/html\r\n", "<html>"))},
    };
}

} // namespace wk::commandfaults
