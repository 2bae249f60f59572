// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execcredential.h"

#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_execcredential {

using namespace wk;

namespace {

const std::string Beta = "client.authentication.k8s.io/v1beta1";

ExecPlugin plugin()
{
    ExecPlugin plugin;
    plugin.apiVersion = Beta;
    plugin.command = "aws";
    plugin.program = "/bin/aws";
    plugin.installHint = "install it";
    return plugin;
}

QByteArray answer(const QByteArray &status)
{
    return R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":)" + status + "}";
}

Result<Credential> read(const QByteArray &output)
{
    return readExecCredential({output.constData(), std::size_t(output.size())}, plugin(),
                              *parseTime("2026-11-21T12:00:00Z"));
}

} // namespace

class TestExecCredential : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTokenIsRead();
    void aCertificateIsRead();
    void whatIsNoCredentialIsRefusedInWords_data();
    void whatIsNoCredentialIsRefusedInWords();
    void theOutputReachesNoMessage();
    void thePluginIsToldWhatItMayKnow();
};

void TestExecCredential::aTokenIsRead()
{
    const auto credential =
        read(answer(R"({"token":"abc","expirationTimestamp":"2026-11-21T13:00:00+00:00","later":1})"));
    QVERIFY2(credential.ok(), credential.ok() ? "" : describe(credential.error()).c_str());
    QCOMPARE(credential->bearerToken, Secret("abc"));
    QVERIFY(credential->expires == parseTime("2026-11-21T13:00:00Z"));
    QVERIFY(credential->clientCertPem.isEmpty());

    const auto lasting = read(answer(R"({"token":"abc","expirationTimestamp":null,"clientKeyData":""})"));
    QVERIFY(lasting.ok());
    QVERIFY(!lasting->expires);

    // kubectl knows what it is by its version.
    const auto kindless = read(answer(R"({"token":"abc "})").replace(R"("kind":"ExecCredential",)", ""));
    QVERIFY2(kindless.ok(), kindless.ok() ? "" : describe(kindless.error()).c_str());
}

void TestExecCredential::aCertificateIsRead()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    TestKeys keys;
    QVERIFY(keys.makeAuthority(QStringLiteral("a")));
    QVERIFY(keys.makeAuthority(QStringLiteral("b")));
    const auto pair = [&](const char *certificate, const char *key) {
        return answer(R"({"clientCertificateData":")" +
                      keys.certificate(QString::fromLatin1(certificate)).replace("\n", "\\n") +
                      R"(","clientKeyData":")" + keys.key(QString::fromLatin1(key)).replace("\n", "\\n") + R"("})");
    };
    const auto credential = read(pair("a", "a"));
    QVERIFY2(credential.ok(), credential.ok() ? "" : describe(credential.error()).c_str());
    QCOMPARE(credential->clientCertPem, keys.certificate(QStringLiteral("a")));
    QCOMPARE(credential->clientKeyPem, Secret(keys.key(QStringLiteral("a"))));
    QVERIFY(credential->bearerToken.isEmpty());

    const auto mixed = read(pair("a", "b"));
    QVERIFY(!mixed.ok());
    QVERIFY2(mixed.error().text.find("does not belong") != std::string::npos, mixed.error().text.c_str());
}

void TestExecCredential::whatIsNoCredentialIsRefusedInWords_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const QByteArray &output, const char *word) {
        QTest::newRow(name) << output << QByteArray(word);
    };
    row("nothing", "", "printed nothing");
    row("blank lines", "\n \n", "printed nothing");
    row("plain text", "please log in first", "not JSON");
    row("JSON cut short", answer(R"({"token":"abc")").chopped(1), "not JSON");
    row("a list", "[]", "not JSON");
    row("another kind", R"({"apiVersion":"v1","kind":"Secret"})", "not an ExecCredential");
    row("no kind", "{}", "not an ExecCredential");
    row("another version", answer("{}").replace("v1beta1", "v1"), "in version \"client.authentication.k8s.io/v1\"");
    row("no version", R"({"kind":"ExecCredential","status":{"token":"a"}})", "in version \"\"");
    row("no status", R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential"})", "no status");
    row("a status that is null", answer("null"), "no status");
    row("an empty status", answer("{}"), "neither a token nor a certificate");
    row("a token that is a number", answer(R"({"token":12})"), "\"token\" is not text");
    row("a token with a line break", answer(R"({"token":"a\nb"})"), "no token has");
    row("a certificate without its key", answer(R"({"clientCertificateData":"x"})"), "without its key");
    row("a key without its certificate", answer(R"({"token":"a","clientKeyData":"x"})"), "without its certificate");
    row("a certificate that is none", answer(R"({"clientCertificateData":"x","clientKeyData":"y"})"),
        "no certificate in it");
    row("past its expiry", answer(R"({"token":"a","expirationTimestamp":"2026-11-21T12:00:00Z"})"),
        "expired already, at 2026-11-21T12:00:00Z");
    row("an expiry that is no time", answer(R"({"token":"a","expirationTimestamp":"soon"})"), "\"soon\", is no time");
}

void TestExecCredential::whatIsNoCredentialIsRefusedInWords()
{
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, word);
    const auto credential = read(output);
    QVERIFY(!credential.ok());
    QCOMPARE(credential.error().kind, ErrorKind::CredentialFailed);
    QCOMPARE(credential.error().place, std::string("/bin/aws"));
    QVERIFY2(credential.error().text.find(word.toStdString()) != std::string::npos, credential.error().text.c_str());
    QVERIFY(credential.error().text.ends_with("The kubeconfig's hint: install it"));
}

void TestExecCredential::theOutputReachesNoMessage()
{
    for (const QByteArray &output : {QByteArray("canary"), answer(R"({"token":"canary\n"})"),
                                     answer(R"({"token":"canary","clientKeyData":"canary"})"),
                                     answer(R"({"clientCertificateData":"canary","clientKeyData":"canary"})")}) {
        const auto credential = read(output);
        QVERIFY(!credential.ok());
        QVERIFY(describe(credential.error()).find("canary") == std::string::npos);
    }
}

void TestExecCredential::thePluginIsToldWhatItMayKnow()
{
    ClusterAccess access;
    access.server = QUrl(QStringLiteral("https://h:6443/a%20b"));
    access.caPem = "CA";
    access.tlsServerName = "kubernetes";
    access.proxy = QUrl(QStringLiteral("http://p:3128"));
    access.signIn = plugin();
    QCOMPARE(
        execInfo(access, PluginInput::Nothing),
        QByteArray(
            R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":{"interactive":false}})"));

    ExecPlugin curious = plugin();
    curious.provideClusterInfo = true;
    access.signIn = curious;
    QVERIFY(execInfo(access, PluginInput::Nothing).contains(R"("config":null,)"));
    curious.clusterConfig = R"({"audience":"a","n":[1]})";
    access.signIn = curious;
    const QByteArray expected =
        R"({"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":{"cluster":{"certificate-authority-data":"Q0E=",)"
        R"("config":{"audience":"a","n":[1]},"proxy-url":"http://p:3128","server":"https://h:6443/a%20b","tls-server-name":"kubernetes"},"interactive":false}})";
    QCOMPARE(execInfo(access, PluginInput::Nothing), expected);
    QCOMPARE(execInfo(access, PluginInput::Terminal),
             QByteArray(expected).replace("\"interactive\":false", "\"interactive\":true"));
}

} // namespace tst_execcredential

WK_TEST(tst_execcredential, TestExecCredential, QCoreApplication)
#include "tst_execcredential.moc"
