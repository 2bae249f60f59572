// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/oidcsource.h"

#include "core/base/limits.h"
#include "core/cluster/jwtexpiry.h"
#include "tests/support/kubefixture.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QSslKey>
#include <QTest>

namespace tst_oidcsource {

using namespace wk;

QByteArray tokenOf(const QByteArray &claims)
{
    return "e30." + claims.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals) + ".CANARY";
}

QByteArray expiringAt(WallTime time)
{
    return tokenOf(
        "{\"exp\":" +
        QByteArray::number(qint64(std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count())) +
        "}");
}

/// Signing in by an id-token that kubectl has.
class TestOidcSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExpiryIsRead_data();
    void anExpiryIsRead();
    void itIsSentWhileItIsValid();
    void whatIsNotUsedSaysWhyAndWhatToDo_data();
    void whatIsNotUsedSaysWhyAndWhatToDo();
};

void TestOidcSource::anExpiryIsRead_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QByteArray>("time");
    const auto row = [](const char *name, const QByteArray &token, const char *time) {
        QTest::newRow(name) << token << QByteArray(time);
    };
    row("seconds", tokenOf("{\"exp\":1795252867}"), "2026-11-21T09:21:07Z");
    row("with a fraction", tokenOf("{\"iss\":\"x\",\"exp\":1795252867.75}"), "2026-11-21T09:21:07Z");
    row("in a power of ten", tokenOf("{\"exp\":1.5e9}"), "2017-07-14T02:40:00Z");
    row("before 1970", tokenOf("{\"exp\":-5}"), "1970-01-01T00:00:00Z");
    row("past all times", tokenOf("{\"exp\":9223372036854775807}"), "9999-12-31T23:59:59Z");
    row("in text", tokenOf("{\"exp\":\"1795252867\"}"), "");
    row("none", tokenOf("{}"), "");
    row("of a list", tokenOf("[1]"), "");
    row("of no JSON", tokenOf("exp"), "");
    row("of no base64", "a.!!.c", "");
    row("of two parts", "e30.e30", "");
    row("of nothing", "", "");
    const QByteArray most = tokenOf("{\"exp\":1795252867}");
    const qsizetype left = qsizetype(limits::JwtBytes) - most.size();
    row("a byte less than the most", most + QByteArray(left - 1, 'x'), "2026-11-21T09:21:07Z");
    row("the most that is looked into", most + QByteArray(left, 'x'), "2026-11-21T09:21:07Z");
    row("a byte more", most + QByteArray(left + 1, 'x'), "");
}

void TestOidcSource::anExpiryIsRead()
{
    QFETCH(QByteArray, token);
    const auto expires = jwtExpiry({token.constData(), std::size_t(token.size())});
    QTEST(expires ? QByteArray::fromStdString(formatTime(*expires)) : QByteArray(), "time");
}

/// Over a real TLS socket: nothing is sent where it has expired.
void TestOidcSource::itIsSentWhileItIsValid()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    TestKeys keys;
    QVERIFY(keys.makeAuthority(QStringLiteral("ca")));
    QVERIFY(keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1")));
    QSslConfiguration tls;
    tls.setLocalCertificateChain(QSslCertificate::fromData(keys.certificate(QStringLiteral("good"))));
    tls.setPrivateKey(QSslKey(keys.key(QStringLiteral("good")), QSsl::Ec));
    KubeFixture f(says(ScriptServer::json("{}")));
    f.server.setTls(tls);
    f.access.server = f.server.url();
    f.access.caPem = keys.certificate(QStringLiteral("ca"));
    const QByteArray token = expiringAt(f.clock.wallNow() + std::chrono::minutes(5));
    f.access.signIn = OidcToken{Secret(token), "https://issuer", true};
    const auto source = makeCredentialSource(f.access, f.clock, {});
    KubeTransport transport(f.access, f.clock, *source);
    const auto ask = [&](const char *outcome) {
        HttpRecorder heard;
        const auto call = transport.get(getOf(), &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray(outcome));
    };
    ask("ok");
    QCOMPARE(f.server.requests.front().header("authorization"), "Bearer " + token);
    f.clock.advance(std::chrono::seconds(289));
    ask("ok");
    f.clock.advance(std::chrono::seconds(2)); // ten seconds before, as client-go
    ask("CredentialFailed");
    QCOMPARE(f.server.requests.size(), 2u);
}

void TestOidcSource::whatIsNotUsedSaysWhyAndWhatToDo_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<bool>("isRefreshable");
    QTest::addColumn<QByteArrayList>("words");
    const QByteArrayList run{"kubectl --kubeconfig '/my folder/it'\\''s' --context dev/eu get --raw /version"};
    const QByteArrayList signIn{"no refresh-token", "sign in again"};
    QTest::newRow("expired") << tokenOf("{\"exp\":1500000000}") << true
                             << QByteArrayList{"expired at 2017-07-14T02:40:00Z", "clock here says 2026-11-21",
                                               "https://issuer"} +
                                    run;
    QTest::newRow("expired, and cannot be refreshed")
        << tokenOf("{\"exp\":1500000000}") << false << QByteArrayList{"expired at 2017-07-14T02:40:00Z"} + signIn;
    QTest::newRow("never fetched") << QByteArray() << true << QByteArrayList{"no id-token of \"u\""} + run;
    QTest::newRow("no JWT") << QByteArray("CANARY") << false << QByteArrayList{"until when it is valid"} + signIn;
}

void TestOidcSource::whatIsNotUsedSaysWhyAndWhatToDo()
{
    QFETCH(QByteArray, token);
    QFETCH(bool, isRefreshable);
    QFETCH(QByteArrayList, words);
    ManualClock clock;
    ClusterAccess access;
    access.user = "u";
    access.context = "dev/eu";
    access.source = "/my folder/it's";
    access.signIn = OidcToken{Secret(token), "https://issuer", isRefreshable};
    const auto source = makeCredentialSource(access, clock, {});
    std::optional<Error> error;
    source->credential(this, [&](const Result<Credential> &credential) { error = credential.error(); });
    QTRY_VERIFY(error);
    QCOMPARE(error->kind, ErrorKind::CredentialFailed);
    QVERIFY(error->text.find("CANARY") == std::string::npos);
    for (const QByteArray &word : words)
        QVERIFY2(error->text.find(word.toStdString()) != std::string::npos, error->text.c_str());
}

} // namespace tst_oidcsource

WK_TEST(tst_oidcsource, TestOidcSource, QCoreApplication)
#include "tst_oidcsource.moc"
