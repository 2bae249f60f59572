// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/accessreader.h"

#include "core/base/boundedfile.h"
#include "core/base/limits.h"
#include "core/cluster/authprovider.h"
#include "core/cluster/bearertoken.h"
#include "core/cluster/execfields.h"
#include "core/cluster/pem.h"

#include <QDir>
#include <QString>

namespace wk {

namespace {

std::string resolvedPath(const std::string &path, const std::string &directory)
{
    return path.starts_with('/') ? path : directory + path;
}

/// Bytes that a field gives inline ("…-data", which wins, as in client-go) or names a file for, and where they came
/// from.
struct Material {
    QByteArray bytes;
    std::string key;    ///< the field that gave them
    std::string file{}; ///< empty where they stand in the field

    bool isEmpty() const { return bytes.isEmpty(); }
};

Material readMaterial(FieldReader &fields, const std::string &key, const std::string &directory)
{
    const std::string dataKey = key + "-data";
    if (fields.has(dataKey))
        return {fields.base64(dataKey), dataKey};
    if (!fields.has(key))
        return {{}, key};
    const std::string path = resolvedPath(fields.text(key), directory);
    auto bytes = readBoundedFile(path, limits::CredentialFileBytes);
    if (!bytes) {
        fields.fail(key, path + ": " + bytes.error().text, ErrorKind::FileUnreadable);
        return {{}, key};
    }
    if (bytes->isEmpty())
        fields.fail(key, "The file " + path + " is empty.");
    return {std::move(bytes).value(), key, path};
}

QUrl readServer(FieldReader &fields)
{
    constexpr const char *Key = "server";
    const std::string text = fields.text(Key);
    if (fields.error())
        return {};
    if (text.empty()) {
        fields.fail(Key, "The cluster has no server. Give its address, such as https://10.0.0.1:6443.");
        return {};
    }
    // Whatever else the entry says of TLS: kubectl looks at that only once it knows that it is https.
    const bool isBare = text.find("://") == std::string::npos;
    QUrl url(QString::fromStdString(isBare ? "http://" + text : text), QUrl::StrictMode);
    const bool isWeb = url.scheme() == QStringLiteral("https") || url.scheme() == QStringLiteral("http");
    // "https:/h:6443" has no host but "https" without this.
    const bool isOnlyHost = url.path().isEmpty() || url.path() == QStringLiteral("/");
    if (!url.isValid() || !isWeb || url.host().isEmpty() || (isBare && !isOnlyHost)) {
        fields.fail(Key, "The server \"" + text +
                             "\" is no http or https address. It must look like https://10.0.0.1:6443.");
        return {};
    }
    url.setQuery(QString());
    url.setFragment(QString());
    // As Go's path.Join: without "..", slashes that follow each other, and with what was escaped as if it had not been.
    const QString path = QDir::cleanPath(QString(u'/' + url.path(QUrl::FullyDecoded)));
    url.setPath(path == QStringLiteral("/") ? QString() : path, QUrl::DecodedMode);
    return url;
}

QUrl readProxy(FieldReader &fields)
{
    constexpr const char *Key = "proxy-url";
    const std::string text = fields.text(Key);
    if (text.empty())
        return {};
    QUrl url(QString::fromStdString(text), QUrl::StrictMode);
    const QString scheme = url.scheme();
    const bool isValid = url.isValid() && !url.host().isEmpty();
    if (isValid && scheme == QStringLiteral("https"))
        fields.fail(Key,
                    "Proxies that are themselves reached over https are not supported. Use an http or socks5 proxy.",
                    ErrorKind::ProxyFailed);
    else if (!isValid || (scheme != QStringLiteral("http") && scheme != QStringLiteral("socks5")))
        fields.fail(Key, "This is no address of a proxy. It must look like http://proxy:3128 or socks5://proxy:1080.");
    return url;
}

void readClientCertificate(FieldReader &fields, const std::string &directory, ClusterAccess &access)
{
    const bool hasCertificate = fields.has("client-certificate") || fields.has("client-certificate-data");
    const bool hasKey = fields.has("client-key") || fields.has("client-key-data");
    // A key alone is passed over, as kubectl does: others sign in with a token beside it.
    if (!hasCertificate)
        return;
    if (!hasKey) {
        fields.fail("client-key",
                    "There is a client certificate but no key to it. Give client-key or client-key-data.");
        return;
    }
    const Material certificate = readMaterial(fields, "client-certificate", directory);
    Material key = readMaterial(fields, "client-key", directory);
    if (fields.error())
        return;
    access.clientCertPem = certificate.bytes;
    access.clientKeyPem = Secret(std::move(key.bytes));
    access.files.clientCertificate = certificate.file;
    access.files.clientKey = key.file;
    if (const auto fault = certificateFault(certificate.bytes))
        fields.fail(certificate.key, *fault);
    else if (const auto keyError = keyFault(access.clientKeyPem))
        fields.fail(key.key, *keyError);
    else if (const auto pairError = pairFault(certificate.bytes, access.clientKeyPem))
        fields.fail(key.key, *pairError);
}

void readSignIn(FieldReader &fields, const std::string &directory, ClusterAccess &access)
{
    const std::string token = fields.text("token");
    const std::string tokenFile = fields.text("tokenFile");
    const auto provider = readAuthProvider(fields);
    auto plugin = fields.node("exec") ? readExecPlugin(fields, directory) : std::nullopt;
    const BasicAuth basic{fields.text("username"), Secret::of(fields.text("password"))};
    if (fields.error())
        return;
    const bool isBasic = !basic.user.empty() || !basic.password.isEmpty();
    if (isBasic && !(token.empty() && tokenFile.empty())) // in client-go's words
        fields.fail("username", "more than one authentication method found for " + access.user +
                                    "; found [token basicAuth], only one is allowed");
    else if (isBasic)
        access.signIn = basic;
    else if (!tokenFile.empty()) {
        access.signIn = TokenFile{resolvedPath(tokenFile, directory), Secret::of(token)};
    } else if (const auto fault = tokenFault(token)) {
        fields.fail("token", *fault);
    } else if (!token.empty()) {
        access.signIn = Secret::of(token);
    } else if (provider) {
        access.signIn = *provider;
    } else if (plugin && access.clientCertPem.isEmpty()) { // which signs in already, as client-go has it
        access.signIn = std::move(*plugin);
    }
}

} // namespace

std::optional<Error> readCluster(FieldReader &fields, const std::string &directory, ClusterAccess &access)
{
    access.server = readServer(fields);
    if (!access.server.userInfo().isEmpty())
        access.signIn = BasicAuth{access.server.userName(QUrl::FullyDecoded).toStdString(),
                                  Secret(access.server.password(QUrl::FullyDecoded).toUtf8())};
    access.server.setUserInfo({});
    access.proxy = readProxy(fields);
    access.tlsServerName = fields.text("tls-server-name");
    access.skipTlsVerify = fields.flag("insecure-skip-tls-verify");
    access.disableCompression = fields.flag("disable-compression");
    const Material ca = readMaterial(fields, "certificate-authority", directory);
    if (fields.error())
        return fields.error();
    access.caPem = ca.bytes;
    access.files.authority = ca.file;
    if (access.server.scheme() != QStringLiteral("https"))
        return {}; // nobody asks for it
    if (access.skipTlsVerify && !ca.isEmpty())
        fields.fail("insecure-skip-tls-verify", "The cluster names a CA and at the same time says not to check it. "
                                                "kubectl refuses that. Remove one of the two.");
    else if (!ca.isEmpty()) {
        if (const auto fault = authorityFault(ca.bytes))
            fields.fail(ca.key, *fault);
    }
    return fields.error();
}

std::optional<Error> readUser(FieldReader &fields, const std::string &directory, ClusterAccess &access)
{
    const SignIn ofAddress = access.signIn; // which goes before what the entry says, as Go's HTTP client has it
    readClientCertificate(fields, directory, access);
    readSignIn(fields, directory, access);
    if (!std::holds_alternative<std::monostate>(ofAddress))
        access.signIn = ofAddress;
    return fields.error();
}

std::optional<Error> readImpersonation(FieldReader &fields, const Impersonation &instead, ClusterAccess &access)
{
    Impersonation &as = access.as;
    const auto either = [](auto first, auto second) { return first.empty() ? std::move(second) : std::move(first); };
    as.user = either(instead.user, fields.text("as"));
    as.uid = either(instead.uid, fields.text("as-uid"));
    as.groups = either(instead.groups, fields.texts("as-groups"));
    std::erase(as.groups, std::string());
    if (const YamlNode *extra = fields.node("as-user-extra")) {
        FieldReader extraFields(extra, fields.file(), fields.pathOf("as-user-extra"));
        for (const std::string &key : extraFields.keys())
            as.extra.emplace_back(key, extraFields.texts(key));
        if (extraFields.error())
            fields.fail(*extraFields.error());
    }
    const bool isOfFile = instead == Impersonation();
    if (const auto fault = faultOf(as, access.user); fault && !isOfFile)
        return Error{ErrorKind::Invalid, fault->text};
    else if (fault && !fields.error())
        fields.fail(as.isNone() ? (as.uid.empty() ? "as-groups" : "as-uid") : "as", fault->text);
    return fields.error();
}

} // namespace wk
