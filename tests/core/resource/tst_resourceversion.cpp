// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/resourceversion.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_resourceversion {

using namespace wk;

class TestResourceVersion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C14_compare_data();
    void C14_compare();
};

void TestResourceVersion::C14_compare_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<int>("order"); // -1, 0, 1; 9: unknown
    QTest::newRow("equal") << QByteArray("7") << QByteArray("7") << 0;
    QTest::newRow("text order is not number order") << QByteArray("9") << QByteArray("10") << -1;
    QTest::newRow("beyond 64 bits") << QByteArray("340282366920938463463374607431768211456")
                                    << QByteArray("18446744073709551616") << 1;
    QTest::newRow("19 digits and 20") << QByteArray("9999999999999999999") << QByteArray("10000000000000000000") << -1;
    QTest::newRow("19 digits both") << QByteArray("9999999999999999998") << QByteArray("9999999999999999999") << -1;
    QTest::newRow("around 63 bits") << QByteArray("9223372036854775807") << QByteArray("9223372036854775808") << -1;
    QTest::newRow("leading zero is opaque") << QByteArray("07") << QByteArray("7") << 9;
    QTest::newRow("zero is opaque") << QByteArray("0") << QByteArray("7") << 9;
    QTest::newRow("empty is opaque") << QByteArray("") << QByteArray("7") << 9;
    QTest::newRow("base64 is opaque") << QByteArray("eyJ2IjoxfQ") << QByteArray("7") << 9;
    QTest::newRow("sign is opaque") << QByteArray("-1") << QByteArray("7") << 9;
}

void TestResourceVersion::C14_compare()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(int, order);
    const ResourceVersion va(a.constData());
    const ResourceVersion vb(b.constData());
    QCOMPARE(QByteArray::fromStdString(va.text()), a);
    QCOMPARE(QByteArray::fromStdString(vb.text()), b);
    const auto ab = wk::compare(va, vb);
    const auto ba = wk::compare(vb, va);
    if (order == 9) {
        QVERIFY(!ab && !ba);
        return;
    }
    QVERIFY(ab && ba);
    QCOMPARE(*ab < 0 ? -1 : *ab > 0 ? 1 : 0, order);
    QCOMPARE(*ba < 0 ? -1 : *ba > 0 ? 1 : 0, -order);
    QCOMPARE(isNotNewer(va, vb), order <= 0);
}

} // namespace tst_resourceversion

WK_TEST(tst_resourceversion, TestResourceVersion, QCoreApplication)
#include "tst_resourceversion.moc"
