// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/namespacename.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_namespacename {

using namespace wk;

class TestNamespaceName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfLabels_data();
    void namesAreThoseOfLabels();
};

void TestNamespaceName::namesAreThoseOfLabels_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isLegal");
    QTest::newRow("none: all, or the context's") << QByteArray() << true;
    QTest::newRow("usual") << QByteArray("kube-system") << true;
    QTest::newRow("of digits") << QByteArray("12") << true;
    QTest::newRow("the longest") << QByteArray(63, 'a') << true;
    QTest::newRow("longer") << QByteArray(64, 'a') << false;
    QTest::newRow("in capitals") << QByteArray("Team") << false;
    QTest::newRow("with a space") << QByteArray("team a") << false;
    QTest::newRow("with a dot") << QByteArray("team.a") << false;
    QTest::newRow("with a path") << QByteArray("../a") << false;
    QTest::newRow("a hyphen in front") << QByteArray("-a") << false;
    QTest::newRow("a hyphen behind") << QByteArray("a-") << false;
    QTest::newRow("in another script") << QByteArray("t\xc3\xa4") << false;
}

void TestNamespaceName::namesAreThoseOfLabels()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, isLegal);
    const auto fault = namespaceFault(name.toStdString());
    QCOMPARE(!fault, isLegal);
    if (fault)
        QVERIFY(fault->starts_with("invalid namespace \"" + name.left(63).toStdString()));
}

} // namespace tst_namespacename

WK_TEST(tst_namespacename, TestNamespaceName, QCoreApplication)
#include "tst_namespacename.moc"
