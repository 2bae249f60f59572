// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/run.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_mutants {

using namespace wk::sim;

/// A test that lets a broken client pass proves nothing of a good one.
class TestMutants : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isCaught_data();
    void isCaught();
};

void TestMutants::isCaught_data()
{
    QTest::addColumn<QString>("name");
    for (const MutantClass &mutant : mutantClasses())
        QTest::newRow(mutant.name) << QString::fromLatin1(mutant.name);
}

void TestMutants::isCaught()
{
    constexpr int MostSeeds = 200;
    QFETCH(const QString, name);
    const int seeds = seedsUntilCaught(*mutantClass(name.toStdString()), 1000, MostSeeds);
    QVERIFY2(seeds > 0, "no violation in 200 runs");
    qInfo("caught in run %d", seeds);
}

} // namespace tst_mutants

WK_TEST(tst_mutants, TestMutants, QCoreApplication)
#include "tst_mutants.moc"
