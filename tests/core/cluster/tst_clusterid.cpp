// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/clusterid.h"

#include "core/cluster/clusteraccess.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <set>

namespace tst_clusterid {

using namespace wk;

namespace {

ClusterAccess at(const char *server)
{
    ClusterAccess access;
    access.server = QUrl(QString::fromLatin1(server));
    return access;
}

ClusterId idAt(const char *server)
{
    return ClusterId::provisional(at(server));
}

} // namespace

class TestClusterId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anAddressHasOneName_data();
    void anAddressHasOneName();
    void whoeverSignsInReachesTheSameCluster();
    void anotherAuthorityOrNameInTheCertificateIsAnotherCluster();
    void authoritiesAreTheSameInAnyOrderAndWithAnyWordsAround();
    void onceReachedItsUidAloneNamesIt();
    void severalTogetherHaveANameInAnyOrder();
    void theNameOfNoneIsEmpty();
    void whatAFileSaysIsTheSameAgain();

private:
    QByteArray authority(const char *name) const { return m_keys.certificate(QString::fromLatin1(name)); }

    TestKeys m_keys;
};

void TestClusterId::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    QVERIFY(m_keys.makeAuthority(QStringLiteral("one")) && m_keys.makeAuthority(QStringLiteral("two")));
}

void TestClusterId::anAddressHasOneName_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("areEqual");
    const auto row = [](const char *name, const char *one, const char *other, bool areEqual) {
        QTest::newRow(name) << QByteArray(one) << QByteArray(other) << areEqual;
    };
    row("the same", "https://a.example:6443", "https://a.example:6443", true);
    row("another host", "https://a.example:6443", "https://b.example:6443", false);
    row("another port", "https://a.example:6443", "https://a.example:6444", false);
    row("another path, as behind Rancher", "https://a.example/k8s/c-1", "https://a.example/k8s/c-2", false);
    row("another scheme", "https://a.example:443", "http://a.example:443", false);
    row("in capitals", "https://a.example:6443", "HTTPS://A.EXAMPLE:6443", true);
    row("with https's own port", "https://a.example", "https://a.example:443", true);
    row("with http's own port", "http://a.example", "http://a.example:80", true);
    row("with a stroke behind it", "https://a.example:6443", "https://a.example:6443/", true);
}

void TestClusterId::anAddressHasOneName()
{
    QFETCH(const QByteArray, one);
    QFETCH(const QByteArray, other);
    QFETCH(const bool, areEqual);
    QCOMPARE(idAt(one.constData()) == idAt(other.constData()), areEqual);
    QVERIFY(idAt(one.constData()).isProvisional());
}

void TestClusterId::whoeverSignsInReachesTheSameCluster()
{
    ClusterAccess admin = at("https://a.example:6443");
    ClusterAccess viewer = at("https://viewer:word@a.example:6443");
    admin.context = "admin@prod";
    admin.signIn = Secret("one");
    viewer.context = "viewer@prod";
    viewer.ns = "web";
    viewer.source = "/elsewhere/config";
    viewer.proxy = QUrl(QStringLiteral("http://proxy.example"));
    QVERIFY(ClusterId::provisional(admin) == ClusterId::provisional(viewer));
    QVERIFY2(ClusterId::provisional(viewer).text().find("word") == std::string::npos, "it is for files");
}

void TestClusterId::anotherAuthorityOrNameInTheCertificateIsAnotherCluster()
{
    const ClusterAccess plain = at("https://127.0.0.1:6443");
    ClusterAccess trusted = plain;
    trusted.caPem = authority("one");
    ClusterAccess otherwise = plain;
    otherwise.caPem = authority("two");
    ClusterAccess broken = plain;
    broken.caPem = "no certificate";
    ClusterAccess named = trusted;
    named.tlsServerName = "kubernetes";
    std::set<ClusterId> ids;
    for (const ClusterAccess &access : {plain, trusted, otherwise, broken, named})
        ids.insert(ClusterId::provisional(access));
    QCOMPARE(ids.size(), std::size_t(5));
}

void TestClusterId::authoritiesAreTheSameInAnyOrderAndWithAnyWordsAround()
{
    ClusterAccess one = at("https://127.0.0.1:6443");
    ClusterAccess other = one;
    one.caPem = authority("one") + "\n" + authority("two");
    other.caPem = "# the new one\n" + authority("two") + "\n\n# the old one\n" + authority("one") + "\n";
    QVERIFY(ClusterId::provisional(one) == ClusterId::provisional(other));
}

void TestClusterId::onceReachedItsUidAloneNamesIt()
{
    const ClusterId one = ClusterId::known("6d1c");
    QVERIFY(one == ClusterId::known("6d1c"));
    QVERIFY2(one != ClusterId::known("77aa"), "another uid under the same URL is another cluster");
    QVERIFY(!one.isProvisional());
    QVERIFY(one != idAt("https://a.example"));
}

void TestClusterId::severalTogetherHaveANameInAnyOrder()
{
    const ClusterId a = idAt("https://a.example");
    const ClusterId b = idAt("https://b.example");
    const ClusterId both = ClusterId::ofAll({a, b});
    QVERIFY(both == ClusterId::ofAll({b, a}));
    QVERIFY(both != ClusterId::ofAll({a}) && both != ClusterId::ofAll({a, b, idAt("https://c.example")}));
    QVERIFY(both.isOfAll() && !both.isProvisional() && !a.isOfAll());
}

void TestClusterId::theNameOfNoneIsEmpty()
{
    QVERIFY(ClusterId().isEmpty() && !ClusterId().isProvisional());
    QVERIFY(!idAt("https://a.example").isEmpty() && !ClusterId::known("6d1c").isEmpty());
    QVERIFY(ClusterId() == ClusterId());
}

void TestClusterId::whatAFileSaysIsTheSameAgain()
{
    const ClusterId both = ClusterId::ofAll({idAt("https://a.example"), idAt("https://b.example")});
    for (const ClusterId &id : {idAt("https://a.example"), ClusterId::known("6d1c"), both}) {
        const auto read = ClusterId::fromText(id.text());
        QVERIFY(read && *read == id && read->isProvisional() == id.isProvisional());
    }
    QVERIFY(!ClusterId::fromText("") && !ClusterId::fromText("staging"));
}

} // namespace tst_clusterid

WK_TEST(tst_clusterid, TestClusterId, QCoreApplication)
#include "tst_clusterid.moc"
