// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/etcdchoice.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/session/etcdbackend.h"

#include <utility>

namespace wk {

namespace {

QString fromEnvironment(const QString &said, const char *variable)
{
    return said.isEmpty() ? qEnvironmentVariable(variable) : said;
}

Result<QByteArray> fileNamed(const QString &path)
{
    return path.isEmpty() ? Result<QByteArray>(QByteArray())
                          : readBoundedFile(path.toStdString(), limits::CredentialFileBytes);
}

Error wrongEndpoint(const QString &text)
{
    return {ErrorKind::ConfigBroken,
            "\"" + text.toStdString() +
                "\" is no address of an etcd member: write it as etcdctl does, https://10.0.0.1:2379.",
            "--etcd"};
}

} // namespace

Result<std::vector<QUrl>> etcdEndpoints(const QString &text)
{
    constexpr int UsualPort = 2379;
    std::vector<QUrl> endpoints;
    for (const QString &one : text.split(u',', Qt::SkipEmptyParts)) {
        const QString trimmed = one.trimmed();
        QUrl url(trimmed.contains(QLatin1String("://")) ? trimmed : QString(QLatin1String("http://") + trimmed),
                 QUrl::StrictMode);
        const bool isWeb = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
        const bool isBare = url.path().isEmpty() || url.path() == QLatin1String("/");
        if (!url.isValid() || !isWeb || url.host().isEmpty() || !isBare || url.hasQuery() || url.hasFragment() ||
            !url.userInfo().isEmpty())
            return wrongEndpoint(trimmed);
        url.setPath(QString());
        if (url.port() < 0)
            url.setPort(UsualPort);
        endpoints.push_back(url);
    }
    if (endpoints.empty())
        return wrongEndpoint(text);
    return endpoints;
}

Result<EtcdAccess> chooseEtcd(const EtcdArguments &arguments, std::string prefix)
{
    auto endpoints = etcdEndpoints(arguments.endpoints);
    if (!endpoints)
        return endpoints.error();
    const auto ca = fileNamed(fromEnvironment(arguments.caFile, "ETCDCTL_CACERT"));
    const auto certificate = fileNamed(fromEnvironment(arguments.certFile, "ETCDCTL_CERT"));
    const auto key = fileNamed(fromEnvironment(arguments.keyFile, "ETCDCTL_KEY"));
    for (const auto *file : {&ca, &certificate, &key}) {
        if (!*file)
            return file->error();
    }
    EtcdAccess access;
    access.endpoints = std::move(endpoints).value();
    access.caPem = *ca;
    access.clientCertPem = *certificate;
    access.clientKeyPem = Secret(*key);
    access.skipTlsVerify =
        arguments.isInsecure || qEnvironmentVariable("ETCDCTL_INSECURE_SKIP_TLS_VERIFY") == QLatin1String("true");
    // As etcdctl has it: NAME:PASSWORD, or the password by itself.
    const QString user = fromEnvironment(arguments.user, "ETCDCTL_USER");
    const QString password = fromEnvironment(arguments.password, "ETCDCTL_PASSWORD");
    const bool hasBoth = password.isEmpty() && user.contains(u':');
    access.user = (hasBoth ? user.section(u':', 0, 0) : user).toStdString();
    access.password = Secret((hasBoth ? user.section(u':', 1) : password).toUtf8());
    access.prefix = std::move(prefix);
    return access;
}

Reach reachEtcd(EtcdAccess access)
{
    ClusterAccess named;
    named.server = access.endpoints.front();
    named.context = "etcd " + named.server.authority().toStdString();
    named.cluster = named.context;
    named.user = access.user;
    named.source = EtcdSource;
    return {std::move(named), etcdBackend(std::move(access))};
}

} // namespace wk
