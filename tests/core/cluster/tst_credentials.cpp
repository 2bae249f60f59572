// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/credentials.h"

#include "tests/support/credentialasker.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_credentials {

using namespace wk;

class TestCredentials : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nobodyHasAnEmptyCredential();
    void aTokenStaysWhatItIs();
    void aPasswordIsWrittenAsAHeaderHasIt();
    void answersComeLaterAndOnlyToThoseWhoAreThere();

private:
    void makeSource() { m_source = makeCredentialSource(m_access, m_clock, {}); }
    QByteArray ask() { return m_asker.ask(*m_source); }

    ManualClock m_clock;
    ClusterAccess m_access;
    std::unique_ptr<CredentialSource> m_source;
    CredentialAsker m_asker;
};

void TestCredentials::init()
{
    m_access = ClusterAccess();
}

void TestCredentials::nobodyHasAnEmptyCredential()
{
    makeSource();
    QCOMPARE(ask(), QByteArray());
    QVERIFY(!m_asker.failed());
    QCOMPARE(m_asker.credential(), Credential());
}

void TestCredentials::aTokenStaysWhatItIs()
{
    m_access.signIn = Secret("abc");
    makeSource();
    QCOMPARE(ask(), QByteArray("abc"));
    m_source->refused(m_asker.credential());
    m_source->forget();
    QCOMPARE(ask(), QByteArray("abc"));
}

void TestCredentials::aPasswordIsWrittenAsAHeaderHasIt()
{
    m_access.signIn = BasicAuth{"Aladdin", Secret("open sesame")};
    makeSource();
    QCOMPARE(ask(), QByteArray());
    QCOMPARE(m_asker.credential().basic.reveal().toByteArray(), QByteArray("QWxhZGRpbjpvcGVuIHNlc2FtZQ==")); // RFC 7617
}

void TestCredentials::answersComeLaterAndOnlyToThoseWhoAreThere()
{
    m_access.signIn = Secret("abc");
    makeSource();
    int heard = 0;
    auto context = std::make_unique<QObject>();
    m_source->credential(context.get(), [&](const auto &) { heard += 100; });
    m_source->credential(this, [&](const auto &) { ++heard; });
    QCOMPARE(heard, 0);
    context.reset();
    QTRY_COMPARE(heard, 1);
}

} // namespace tst_credentials

WK_TEST(tst_credentials, TestCredentials, QCoreApplication)
#include "tst_credentials.moc"
