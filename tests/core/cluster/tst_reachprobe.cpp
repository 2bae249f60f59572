// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/reachprobe.h"

#include "tests/support/manualclock.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QTest>

/// How far one comes towards a server, over real sockets.
namespace tst_reachprobe {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

/// A probe that has run to its end, or as far as the test lets it.
struct Run {
    explicit Run(const ClusterAccess &access)
        : probe(std::make_unique<ReachProbe>(
              access, clock, [this](const ReachStep &step) { steps.push_back(step); },
              [this] {
                  isDone = true;
                  probe.reset(); // as whoever has heard all does
              }))
    {}

    ManualClock clock;
    std::vector<ReachStep> steps;
    bool isDone = false;
    std::unique_ptr<ReachProbe> probe;
};

ClusterAccess reaching(const QUrl &server)
{
    ClusterAccess access;
    access.server = server;
    return access;
}

} // namespace

class ReachProbeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!TestKeys::isAvailable())
            QSKIP("openssl is not installed");
        QVERIFY(m_keys.makeAuthority(u"ca"_s));
        QVERIFY(m_keys.makeAuthority(u"other"_s));
        QVERIFY(m_keys.makeServer(u"server"_s, u"ca"_s, u"IP:127.0.0.1"_s));
    }

    void aPlainServerIsReachedInTwoSteps()
    {
        ScriptServer server;
        Run run(reaching(server.url()));
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.size(), std::size_t(2));
        QCOMPARE(run.steps[0].addresses, std::vector<std::string>{"127.0.0.1"});
        QCOMPARE(run.steps[1].place, "127.0.0.1:" + std::to_string(server.serverPort()));
        QVERIFY(!run.steps[0].error && !run.steps[1].error);
    }

    void nobodyListensThere()
    {
        Run run(reaching(QUrl(u"http://127.0.0.1:1"_s)));
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.size(), std::size_t(2));
        QVERIFY(run.steps[1].kind == ReachStep::Kind::Connection);
        QCOMPARE(run.steps[1].error->kind, ErrorKind::Refused);
    }

    void aTrustedServerShowsItsCertificateAndIsSentNothing()
    {
        ScriptServer server;
        server.setTls(serverTls());
        ClusterAccess access = reaching(server.url());
        access.caPem = m_keys.certificate(u"ca"_s);
        Run run(access);
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.size(), std::size_t(3));
        const ReachStep &tls = run.steps[2];
        QVERIFY2(!tls.error, tls.error ? tls.error->text.c_str() : "");
        const QSslCertificate own(m_keys.certificate(u"server"_s));
        QCOMPARE(QByteArray::fromStdString(tls.certificate->fingerprint),
                 own.digest(QCryptographicHash::Sha256).toHex(':').toUpper());
        QCOMPARE(tls.certificate->issuer, std::string("ca"));
        QVERIFY(tls.certificate->until > tls.certificate->from);
        QCOMPARE(tls.protocol, std::string("TLS 1.3"));
        QVERIFY(server.requests.empty());
    }

    void aStrangersCertificateIsShownToo()
    {
        ScriptServer server;
        server.setTls(serverTls());
        ClusterAccess access = reaching(server.url());
        access.caPem = m_keys.certificate(u"other"_s);
        Run run(access);
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.back().error->kind, ErrorKind::TlsUntrusted);
        QVERIFY(run.steps.back().certificate);
        QCOMPARE(run.steps.back().certificate->issuer, std::string("ca"));
    }

    void anUncheckedServerIsSaidToBeOne()
    {
        ScriptServer server;
        server.setTls(serverTls());
        ClusterAccess access = reaching(server.url());
        access.skipTlsVerify = true;
        Run run(access);
        QTRY_VERIFY(run.isDone);
        QVERIFY(!run.steps.back().error);
        QVERIFY(run.steps.back().isUnchecked);
    }

    void whoSaysNothingIsNotWaitedForWithoutEnd()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        ClusterAccess access = reaching(QUrl(u"https://127.0.0.1:%1"_s.arg(silent.serverPort())));
        access.caPem = m_keys.certificate(u"ca"_s);
        Run run(access);
        QTRY_COMPARE(run.steps.size(), std::size_t(2));
        QVERIFY(!run.isDone);
        run.clock.advance(ReachProbe::StepTime + 1s);
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.back().error->kind, ErrorKind::TimedOut);
    }

    void aCertificateThatCannotBeReadEndsItAtOnce()
    {
        ClusterAccess access = reaching(QUrl(u"https://127.0.0.1:1"_s));
        access.caPem = "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n";
        Run run(access);
        QTRY_VERIFY(run.isDone);
        QCOMPARE(run.steps.size(), std::size_t(1));
        QCOMPARE(run.steps[0].error->kind, ErrorKind::ConfigBroken);
    }

private:
    QSslConfiguration serverTls() const
    {
        QSslConfiguration tls;
        tls.setLocalCertificate(QSslCertificate(m_keys.certificate(u"server"_s)));
        tls.setPrivateKey(QSslKey(m_keys.key(u"server"_s), QSsl::Ec));
        return tls;
    }

    TestKeys m_keys;
};

} // namespace tst_reachprobe

WK_TEST(tst_reachprobe, ReachProbeTest, QCoreApplication)
#include "tst_reachprobe.moc"
