// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/incluster.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_incluster {

using namespace wk;

class TestInCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void aPodReachesItsClusterAsItsServiceAccount();
    void anIpv6AddressStandsInBrackets();
    void elsewhereThereIsNone_data();
    void elsewhereThereIsNone();
    void withoutItsCertificatesNothingIsSent();

private:
    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    InCluster told(const char *host = "10.96.0.1", const char *port = "443") const
    {
        return {host, port, m_folder->path().toStdString()};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestInCluster::aPodReachesItsClusterAsItsServiceAccount()
{
    write("token", "abc");
    write("ca.crt", "a certificate");
    write("namespace", "web\n");
    QVERIFY(told().isPossible());
    const auto access = told().access();
    QVERIFY(access);
    QCOMPARE(access->context, std::string("in-cluster"));
    QCOMPARE(access->server, QUrl(QStringLiteral("https://10.96.0.1:443")));
    QCOMPARE(access->ns, std::string("web"));
    QCOMPARE(access->caPem, QByteArray("a certificate"));
    const auto *token = std::get_if<TokenFile>(&access->signIn);
    QVERIFY2(token && token->path == m_folder->path().toStdString() + "/token", "it is read while it is used");
    QVERIFY(!access->skipTlsVerify);
}

void TestInCluster::anIpv6AddressStandsInBrackets()
{
    write("token", "abc");
    write("ca.crt", "a certificate");
    QCOMPARE(told("fd00::1", "6443").access()->server, QUrl(QStringLiteral("https://[fd00::1]:6443")));
}

void TestInCluster::elsewhereThereIsNone_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("port");
    QTest::addColumn<bool>("hasToken");
    QTest::newRow("no host") << QByteArray() << QByteArray("443") << true;
    QTest::newRow("no port") << QByteArray("10.96.0.1") << QByteArray() << true;
    QTest::newRow("no token") << QByteArray("10.96.0.1") << QByteArray("443") << false;
}

void TestInCluster::elsewhereThereIsNone()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, port);
    QFETCH(const bool, hasToken);
    if (hasToken)
        write("token", "abc");
    QVERIFY(!told(host.constData(), port.constData()).isPossible());
}

/// client-go goes on with the system's certificates then; a service account's token is sent to nobody else.
void TestInCluster::withoutItsCertificatesNothingIsSent()
{
    write("token", "abc");
    const auto access = told().access();
    QVERIFY(!access);
    QCOMPARE(access.error().kind, ErrorKind::FileUnreadable);
    QVERIFY(access.error().place.ends_with("/ca.crt"));
}

} // namespace tst_incluster

WK_TEST(tst_incluster, TestInCluster, NoApplication)
#include "tst_incluster.moc"
