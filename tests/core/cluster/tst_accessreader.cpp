// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/accessreader.h"

#include "core/cluster/kubeconfig.h"
#include "tests/core/cluster/kubeconfigtext.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_accessreader {

using namespace wk;

class TestAccessReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void clustersAreRead_data();
    void clustersAreRead();
    void usersAreRead_data();
    void usersAreRead();
    void brokenClustersHaveTheirPlace_data();
    void brokenClustersHaveTheirPlace();
    void brokenUsersHaveTheirPlace_data();
    void brokenUsersHaveTheirPlace();
    void unreadableFilesSayWhy_data();
    void unreadableFilesSayWhy();

private:
    /// Of the row: the context opens as "access" says.
    void checkAccess();
    /// Of the row: the context fails at "place" in a sentence with "word".
    void checkError();
    std::string write(const QString &name, const QByteArray &text)
    {
        m_keys->write(name, text);
        return m_keys->path(name).toStdString();
    }
    QByteArray expand(QByteArray text) const
    {
        text.replace("%DIR", m_keys->path(QStringLiteral(".")).chopped(2).toUtf8());
        for (const char *name : {"ca", "rsa", "ec", "ed", "other"}) {
            const QString file = QString::fromLatin1(name);
            const QByteArray mark = QByteArray("%").append(name);
            text.replace(QByteArray(mark + ".crt64"), m_keys->certificate(file).toBase64());
            text.replace(QByteArray(mark + ".key64"), m_keys->key(file).toBase64());
        }
        return text;
    }

    std::unique_ptr<TestKeys> m_keys;
};

void TestAccessReader::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    m_keys = std::make_unique<TestKeys>();
    QVERIFY(m_keys->openssl(QStringLiteral("genrsa -traditional -out rsa.key 2048")));
    QVERIFY(m_keys->openssl(QStringLiteral("genpkey -algorithm ed25519 -out ed.key")));
    QVERIFY(m_keys->openssl(QStringLiteral("genpkey -algorithm x25519 -out x.key")));
    QVERIFY(m_keys->openssl(QStringLiteral("rsa -in rsa.key -aes128 -passout pass:x -out locked.key")));
    QVERIFY(m_keys->makeAuthority(QStringLiteral("ca")));
    for (const char *name : {"rsa", "ec", "ed", "other"})
        QVERIFY(m_keys->makeClient(QString::fromLatin1(name), QStringLiteral("ca")));
    QVERIFY(QDir(m_keys->path(QStringLiteral("."))).mkdir(QStringLiteral("folder")));
    m_keys->write(QStringLiteral("empty"), {});
    m_keys->write(QStringLiteral("large"), QByteArray(1024 * 1024 + 1, 'x'));
    QCOMPARE(::mkfifo(m_keys->path(QStringLiteral("fifo")).toUtf8().constData(), 0600), 0);
}

void TestAccessReader::clustersAreRead_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("access");
    const auto row = [](const char *name, const char *cluster, const char *access) {
        QTest::newRow(name) << QByteArray(cluster) << QByteArray("{}") << QByteArray(access);
    };
    row("a CA as a file", "{server: 'https://h', certificate-authority: ca.crt}", "https://h ns=prod none ca");
    row("a CA as data", "{server: 'https://h', certificate-authority-data: %ca.crt64}", "https://h ns=prod none ca");
    row("a name to verify", "{server: 'https://1.2.3.4', tls-server-name: kubernetes}",
        "https://1.2.3.4 ns=prod none name=kubernetes");
    row("no verification", "{server: 'https://h', insecure-skip-tls-verify: true}",
        "https://h ns=prod none unverified");
    row("yes is true", "{server: 'https://h', insecure-skip-tls-verify: yes}", "https://h ns=prod none unverified");
    row("no compression", "{server: 'https://h', disable-compression: true}", "https://h ns=prod none uncompressed");
    row("an http proxy", "{server: 'https://h', proxy-url: 'http://p:3128'}",
        "https://h ns=prod none proxy=http://p:3128");
    row("a socks5 proxy", "{server: 'https://h', proxy-url: 'socks5://u:p@p:1080'}",
        "https://h ns=prod none proxy=socks5://u:p@p:1080");
    row("a path below the server", "{server: 'https://h/k8s/clusters/c-1/'}",
        "https://h/k8s/clusters/c-1 ns=prod none");
    row("a query is left out", "{server: 'https://h/?a=b#c'}", "https://h ns=prod none");
    row("IPv6", "{server: 'https://[::1]:6443'}", "https://[::1]:6443 ns=prod none");
    row("no scheme is http", "{server: 'localhost:8080'}", "http://localhost:8080 ns=prod none");
    row("no scheme is http with a CA, too, as kubectl has it", "{server: 'h:6443', certificate-authority: ca.crt}",
        "http://h:6443 ns=prod none ca");
    row("over http nobody looks at the CA", "{server: 'http://h', certificate-authority-data: QUJD}",
        "http://h ns=prod none ca");
    row("nor at whether it is to be looked at",
        "{server: 'http://h', certificate-authority: ca.crt, insecure-skip-tls-verify: true}",
        "http://h ns=prod none ca unverified");
    row("a path is cleaned as Go does it", "{server: 'https://h//a/../b%2Fc%20d%23//'}",
        "https://h/b/c%20d%23 ns=prod none");
}

void TestAccessReader::clustersAreRead()
{
    checkAccess();
}

void TestAccessReader::usersAreRead_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("access");
    const auto row = [](const char *name, const char *user, const char *access) {
        QTest::newRow(name) << Https << QByteArray(user) << QByteArray(access);
    };
    row("a token", "{token: abc}", "https://h:6443 ns=prod token abc");
    row("a token in quotes may be digits", "{token: '12345'}", "https://h:6443 ns=prod token 12345");
    row("a token that looks like a date", "{token: 2001-01-01}", "https://h:6443 ns=prod token 2001-01-01");
    row("a token file", "{tokenFile: t}", "https://h:6443 ns=prod file %DIR/t");
    row("an absolute token file", "{tokenFile: /run/t}", "https://h:6443 ns=prod file /run/t");
    row("of token and token file the file is used while it can be read", "{token: abc, tokenFile: t}",
        "https://h:6443 ns=prod file %DIR/t or abc");
    row("blanks around a token are none of it", "{token: 'abc '}", "https://h:6443 ns=prod token abc ");
    row("a token that none is does no harm beside a file", "{token: \"a\\nb\", tokenFile: t}",
        "https://h:6443 ns=prod file %DIR/t or a\nb");
    row("a token goes before a plugin",
        "{token: abc, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p}}",
        "https://h:6443 ns=prod token abc");
    row("nobody", "{}", "https://h:6443 ns=prod none");
    row("nothing where the user should be", "", "https://h:6443 ns=prod none");
    row("an RSA certificate as data", "{client-certificate-data: %rsa.crt64, client-key-data: %rsa.key64}",
        "https://h:6443 ns=prod none cert key");
    row("an EC certificate as files", "{client-certificate: ec.crt, client-key: ec.key}",
        "https://h:6443 ns=prod none cert key");
    row("an Ed25519 certificate", "{client-certificate: ed.crt, client-key: ed.key}",
        "https://h:6443 ns=prod none cert key");
    row("data goes before a file",
        "{client-certificate: absent, client-certificate-data: %ec.crt64, client-key: ec.key}",
        "https://h:6443 ns=prod none cert key");
    row("a key alone is passed over, as by kubectl", "{client-key: absent, token: abc}",
        "https://h:6443 ns=prod token abc");
    row("a plugin in PATH",
        "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws, args: [eks, 'get token'], env: "
        "[{name: A, value: b}]}}",
        "https://h:6443 ns=prod exec aws eks get token A=b");
    row("a plugin beside the kubeconfig",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./p.sh, interactiveMode: Never}}",
        "https://h:6443 ns=prod exec %DIR/p.sh silent");
    row("a plugin that must ask",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /opt/p, interactiveMode: Always}}",
        "https://h:6443 ns=prod exec /opt/p asking");
    row("a plugin by its absolute path",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /opt/p, interactiveMode: IfAvailable}}",
        "https://h:6443 ns=prod exec /opt/p");
    row("a certificate goes before a plugin",
        "{client-certificate: ec.crt, client-key: ec.key, exec: {apiVersion: client.authentication.k8s.io/v1beta1, "
        "command: p}}",
        "https://h:6443 ns=prod none cert key");
    row("an id-token",
        "{auth-provider: {name: oidc, config: {id-token: a.b.c, idp-issuer-url: 'https://i', client-id: me}}}",
        "https://h:6443 ns=prod id-token a.b.c of https://i");
    row("an id-token that kubectl may refresh",
        "{auth-provider: {name: oidc, config: {refresh-token: r, idp-issuer-url: 'https://i', client-id: me}}}",
        "https://h:6443 ns=prod id-token  of https://i, refreshable");
    row("a token goes before an id-token",
        "{token: abc, auth-provider: {name: oidc, config: {id-token: a.b.c, idp-issuer-url: i, client-id: me}}}",
        "https://h:6443 ns=prod token abc");
    row("user name and password", "{username: a, password: 'b:ü'}", "https://h:6443 ns=prod basic a:b:ü");
    row("a user name alone", "{username: a}", "https://h:6443 ns=prod basic a:");
    row("a password goes before a plugin",
        "{username: a, password: b, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p}}",
        "https://h:6443 ns=prod basic a:b");
    QTest::newRow("user name and password in the server's address")
        << QByteArray("{server: 'https://a:b%40@h:6443/x'}") << QByteArray("{}")
        << QByteArray("https://h:6443/x ns=prod basic a:b@");
    QTest::newRow("which go before the user entry's")
        << QByteArray("{server: 'https://a:b@h'}") << QByteArray("{token: abc}")
        << QByteArray("https://h ns=prod basic a:b");
    row("to act as another", "{token: abc, as: jane, as-uid: '7', as-groups: [dev, '', 'ops x']}",
        "https://h:6443 ns=prod token abc User=jane Uid=7 Group=dev Group=ops x");
    row("in a group that is nothing", "{token: abc, as: jane, as-groups: [null, dev]}",
        "https://h:6443 ns=prod token abc User=jane Group=dev");
    row("with more that is known of them", "{token: abc, as: jane, as-user-extra: {Sco/pe%: [view, all], b: [c]}}",
        "https://h:6443 ns=prod token abc User=jane Extra-Sco%2Fpe%25=view Extra-Sco%2Fpe%25=all Extra-b=c");
    row("what is empty is nobody else", "{token: abc, as: '', as-uid: '', as-groups: [], as-user-extra: {}}",
        "https://h:6443 ns=prod token abc");
    QTest::newRow("over http, too, as kubectl does")
        << QByteArray("{server: 'http://h'}") << QByteArray("{token: abc, as: jane}")
        << QByteArray("http://h ns=prod none User=jane");
    QTest::newRow("over http nobody signs in, as with kubectl")
        << QByteArray("{server: 'http://h'}") << QByteArray("{token: abc}") << QByteArray("http://h ns=prod none");
    QTest::newRow("unknown fields are passed over")
        << QByteArray("{server: 'https://h', extensions: [{name: x, extension: {a: 1}}], later: 7}")
        << QByteArray("{token: abc, later: []}") << QByteArray("https://h ns=prod token abc");
}

void TestAccessReader::usersAreRead()
{
    checkAccess();
}

void TestAccessReader::checkAccess()
{
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, access);
    const auto file = write(QStringLiteral("config"), expand(config(cluster, user)));
    const auto loaded = Kubeconfig::load({file});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : describe(loaded.error()).c_str());
    const auto resolved = loaded->resolve({});
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QCOMPARE(print(*resolved), expand(access));
    QCOMPARE(resolved->source, file);
    QCOMPARE(resolved->context + "/" + resolved->cluster + "/" + resolved->user, std::string("c/k/u"));
}

void TestAccessReader::brokenClustersHaveTheirPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // behind the file's name
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const char *body, const char *field, const char *word) {
        QTest::newRow(name) << config(body, "{}") << QByteArray("6: clusters[k].cluster").append(field)
                            << QByteArray(word);
    };
    row("no server", "{}", ".server", "no server");
    row("a cluster that is text", "hello", "", "a map");
    row("a server that is no address", "{server: 'https://'}", ".server", "https://10.0.0.1:6443");
    row("a server of another scheme", "{server: 'ftp://h'}", ".server", "ftp://h");
    row("a server with one slash too few", "{server: 'https:/h:6443'}", ".server", "https:/h:6443");
    row("a path without a scheme, as kubectl has it", "{server: 'h:6443/k8s'}", ".server", "https://10.0.0.1:6443");
    row("a port past the last", "{server: 'https://h:99999'}", ".server", "https://h:99999");
    row("a CA that is not base64", "{server: 'https://h', certificate-authority-data: '***'}",
        ".certificate-authority-data", "not base64");
    row("a CA cut short", "{server: 'https://h', certificate-authority-data: 'QUJ'}", ".certificate-authority-data",
        "cut short");
    row("a CA that is PEM where base64 belongs",
        "{server: 'https://h', certificate-authority-data: '-----BEGIN CERTIFICATE-----'}",
        ".certificate-authority-data", "without \"-data\"");
    row("a CA that is no certificate", "{server: 'https://h', certificate-authority-data: QUJD}",
        ".certificate-authority-data", "no certificate");
    row("a key as the CA", "{server: 'https://h', certificate-authority: rsa.key}", ".certificate-authority",
        "private key");
    row("an empty CA file", "{server: 'https://h', certificate-authority: empty}", ".certificate-authority",
        "is empty");
    row("a CA and no verification",
        "{server: 'https://h', certificate-authority: ca.crt, insecure-skip-tls-verify: true}",
        ".insecure-skip-tls-verify", "Remove one");
    row("verification that is a word", "{server: 'https://h', insecure-skip-tls-verify: maybe}",
        ".insecure-skip-tls-verify", "true or false");
    row("verification in quotes", "{server: 'https://h', insecure-skip-tls-verify: 'true'}",
        ".insecure-skip-tls-verify", "without quotes");
    row("a proxy of an unknown kind", "{server: 'https://h', proxy-url: 'ftp://p'}", ".proxy-url", "socks5://");
}

void TestAccessReader::brokenClustersHaveTheirPlace()
{
    checkError();
}

void TestAccessReader::brokenUsersHaveTheirPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // behind the file's name
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const char *body, const char *field, const char *word) {
        QTest::newRow(name) << config(Https, body) << QByteArray("12: users[u].user").append(field) << QByteArray(word);
    };
    row("a token of digits", "{token: 12345}", ".token", "kubectl refuses");
    row("a token that is true to YAML", "{token: yes}", ".token", "true or false");
    row("a token that is a list", "{token: [a]}", ".token", "a list");
    row("a token with a line break", "{token: \"a\\nb\"}", ".token", "no token has");
    row("a token with a header in it", "{token: \"a\\r\\nX: y\"}", ".token", "no token has");
    row("a certificate without its key", "{client-certificate: ec.crt}", ".client-key", "no key");
    row("a key that is not the certificate's", "{client-certificate: ec.crt, client-key: other.key}", ".client-key",
        "does not belong");
    row("certificate and key swapped", "{client-certificate: ec.key, client-key: ec.crt}", ".client-certificate",
        "swapped");
    row("a certificate as the key", "{client-certificate: ec.crt, client-key-data: %ec.crt64}", ".client-key-data",
        "swapped");
    row("a key with a passphrase", "{client-certificate: rsa.crt, client-key: locked.key}", ".client-key",
        "passphrase");
    row("a key that signs nothing", "{client-certificate: ec.crt, client-key: x.key}", ".client-key", "of this kind");
    row("a key that is text", "{client-certificate: rsa.crt, client-key-data: QUJD}", ".client-key-data",
        "no private key");
    row("a provider of Google's", "{auth-provider: {name: gcp}}", ".auth-provider.name", "gke-gcloud-auth-plugin");
    row("a provider of Microsoft's, whatever is beside it", "{token: abc, auth-provider: {name: azure}}",
        ".auth-provider.name", "kubelogin convert-kubeconfig");
    row("a provider that nobody knows", "{auth-provider: {name: mine}}", ".auth-provider.name", "\"mine\"");
    row("a provider without a name", "{auth-provider: {}}", ".auth-provider.name", "\"\"");
    row("a provider that is text", "{auth-provider: oidc}", ".auth-provider", "a map");
    row("an id-token of nobody", "{auth-provider: {name: oidc, config: {id-token: a.b.c, client-id: x}}}",
        ".auth-provider.config.idp-issuer-url", "kubectl");
    row("an id-token for nobody", "{auth-provider: {name: oidc, config: {id-token: a.b.c, idp-issuer-url: x}}}",
        ".auth-provider.config.client-id", "kubectl");
    row("an id-token that is a number",
        "{auth-provider: {name: oidc, config: {id-token: 12, idp-issuer-url: x, client-id: me}}}",
        ".auth-provider.config.id-token", "quotes");
    row("a provider and a plugin",
        "{auth-provider: {name: oidc}, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p}}",
        ".auth-provider", "Remove one");
    row("a password and a token", "{username: a, password: b, token: c}", ".username",
        "more than one authentication method found for u; found [token basicAuth], only one is allowed");
    row("groups to act in, and nobody to act as", "{token: abc, as-groups: [a]}", ".as-groups",
        "requesting uid, groups or user-extra for u without impersonating a user");
    row("a uid alike", "{token: abc, as-uid: '7'}", ".as-uid", "without impersonating a user");
    row("a user of two lines", "{token: abc, as: \"a\\r\\nX: y\"}", ".as", "line breaks");
    row("groups that are a map", "{token: abc, as: a, as-groups: {b: c}}", ".as-groups", "list");
    row("a plugin that is text", "{exec: aws}", ".exec", "a map");
    row("a plugin beside a token", "{token: abc, exec: {command: p}}", ".exec.apiVersion", "missing");
    row("a plugin without a command", "{exec: {apiVersion: client.authentication.k8s.io/v1beta1}}", ".exec.command",
        "missing");
    row("a plugin without a version", "{exec: {command: p}}", ".exec.apiVersion", "missing");
    row("a plugin of an old version", "{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: p}}",
        ".exec.apiVersion", "v1alpha1");
    row("a v1 plugin without its mode", "{exec: {apiVersion: client.authentication.k8s.io/v1, command: p}}",
        ".exec.interactiveMode", "requires");
    row("a plugin with a mode that is none",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: p, interactiveMode: Often}}",
        ".exec.interactiveMode", "not known");
    row("an argument that is a number",
        "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, args: [12]}}", ".exec.args", "quotes");
    row("a variable without a name",
        "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, env: [{value: x}]}}",
        ".exec.env[0].name", "name");
}

void TestAccessReader::brokenUsersHaveTheirPlace()
{
    checkError();
}

void TestAccessReader::checkError()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, word);
    const auto file = write(QStringLiteral("config"), expand(text));
    const auto loaded = Kubeconfig::load({file});
    QVERIFY(loaded.ok());
    const auto resolved = loaded->resolve({});
    QVERIFY(!resolved.ok());
    const Error &error = resolved.error();
    QCOMPARE(error.kind, ErrorKind::ConfigBroken);
    QCOMPARE(QByteArray::fromStdString(error.place), QByteArray::fromStdString(file) + ":" + place);
    QVERIFY2(error.text.find(word.toStdString()) != std::string::npos, error.text.c_str());
}

void TestAccessReader::unreadableFilesSayWhy_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("one that is not there") << QByteArray("absent") << QByteArray("No such file");
    QTest::newRow("a directory") << QByteArray("folder") << QByteArray("a directory");
    QTest::newRow("a named pipe nobody writes to") << QByteArray("fifo") << QByteArray("a named pipe");
    QTest::newRow("a device") << QByteArray("/dev/zero") << QByteArray("a device");
    QTest::newRow("one byte past the limit") << QByteArray("large") << QByteArray("larger than 1024 KiB");
}

void TestAccessReader::unreadableFilesSayWhy()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, word);
    const auto path =
        write(QStringLiteral("config"), config("{server: 'https://h', certificate-authority: " + file + "}", "{}"));
    const auto loaded = Kubeconfig::load({path});
    QVERIFY(loaded.ok());
    const auto resolved = loaded->resolve("c");
    QVERIFY(!resolved.ok());
    QCOMPARE(resolved.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(resolved.error().place, path + ":6: clusters[k].cluster.certificate-authority");
    QVERIFY2(resolved.error().text.find(word.toStdString()) != std::string::npos, resolved.error().text.c_str());
}

} // namespace tst_accessreader

WK_TEST(tst_accessreader, TestAccessReader, QCoreApplication)
#include "tst_accessreader.moc"
