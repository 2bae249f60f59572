// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/renewablesource.h"

#include "tests/support/manualclock.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_renewablesource {

using namespace wk;

/// Credentials that a kubeconfig replaces while they are used.
class TestRenewableSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewOneIsGivenFromThenOn();
    void whoWaitsForTheOneBeforeStillHearsOfIt();
    void oneThatIsTheSameKeepsWhatItHas();

private:
    static ClusterAccess with(SignIn signIn)
    {
        ClusterAccess access;
        access.signIn = std::move(signIn);
        return access;
    }

    ManualClock m_clock;
};

void TestRenewableSource::theNewOneIsGivenFromThenOn()
{
    RenewableSource source(with(Secret("first")), m_clock, {});
    const auto given = [&] {
        std::optional<Credential> credential;
        source.credential(this, [&](const Result<Credential> &answer) { credential = *answer; });
        [&] { QTRY_VERIFY(credential); }();
        return *credential;
    };
    QCOMPARE(given().bearerToken.reveal().toByteArray(), QByteArray("first"));
    source.renew(with(Secret("second")));
    QCOMPARE(given().bearerToken.reveal().toByteArray(), QByteArray("second"));
    source.renew(with(BasicAuth{"u", Secret("p")}));
    QCOMPARE(given().basic.reveal().toByteArray(), QByteArray("u:p").toBase64());
}

void TestRenewableSource::whoWaitsForTheOneBeforeStillHearsOfIt()
{
    RenewableSource source(with(Secret("first")), m_clock, {});
    QByteArray token;
    source.credential(this,
                      [&](const Result<Credential> &answer) { token = answer->bearerToken.reveal().toByteArray(); });
    source.renew(with(Secret("second")));
    QTRY_COMPARE(token, QByteArray("first"));
}

/// A token file that was read within the minute is not read again.
void TestRenewableSource::oneThatIsTheSameKeepsWhatItHas()
{
    TestKeys files;
    files.write(QStringLiteral("token"), "first");
    const ClusterAccess access = with(TokenFile{files.path(QStringLiteral("token")).toStdString(), {}});
    RenewableSource source(access, m_clock, {});
    const auto given = [&](const char *token) {
        QByteArray heard;
        source.credential(
            this, [&](const Result<Credential> &answer) { heard = answer->bearerToken.reveal().toByteArray(); });
        QTRY_COMPARE(heard, QByteArray(token));
    };
    given("first");
    files.write(QStringLiteral("token"), "second");
    ClusterAccess other = access;
    other.clientCertPem = "x";
    source.renew(other);
    given("first");
    m_clock.advance(std::chrono::minutes(1));
    given("second");
}

} // namespace tst_renewablesource

WK_TEST(tst_renewablesource, TestRenewableSource, QCoreApplication)
#include "tst_renewablesource.moc"
