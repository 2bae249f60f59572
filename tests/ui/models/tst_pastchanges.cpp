// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/models/pastbench.h"

#include <QTest>

/// How often the objects of a moment had changed by then.
namespace tst_pastchanges {

using namespace wk;
using namespace wk::sample;

class PastChangesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreCountedAndSorted()
    {
        PastBench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")})); // 0, 1, 2
        bench.feed(changed("b", "Failed", "3"));                          // 3
        bench.feed(changed("b", "Failed", "4"));                          // 4
        bench.feed(changed("d", "Failed", "1"));                          // 5
        bench.feed(deleted(pods, podOf("d")));                            // 6
        bench.show(3);
        QCOMPARE(counts(bench), QStringLiteral("0 0"));
        bench.show(5);
        QCOMPARE(counts(bench), QStringLiteral("2 0"));
        bench.show(6);
        QCOMPARE(counts(bench), QStringLiteral("2 1"));
        bench.model.sort(bench.model.columnOf(QStringLiteral("@changes")));
        QCOMPARE(bench.cells(), QStringLiteral("d:1 b:4"));
        bench.show(7, Now, true); // the one that has gone is struck through
        QCOMPARE(counts(bench), QStringLiteral("2 2"));
    }

    void whatTheLatestMomentSaysIsWhatThePresentSays()
    {
        PastBench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("e")}));
        bench.feed(changed("b", "Failed", "3"));
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")})); // a relist that found nothing new
        bench.feed(changed("d", "Failed", "1"));
        bench.feed(added(pods, podOf("x")));
        const QString now = counts(bench);
        bench.show(bench.log.end());
        QCOMPARE(counts(bench), now);
        QCOMPARE(now, QStringLiteral("1 1 1"));
    }

private:
    static QString counts(const PastBench &bench)
    {
        QStringList rows;
        for (int row = 0; row < bench.model.rowCount(); ++row)
            rows.append(bench.model.text(row, bench.model.columnOf(QStringLiteral("@changes"))));
        return rows.join(u' ');
    }
};

} // namespace tst_pastchanges

WK_TEST(tst_pastchanges, PastChangesTest, QCoreApplication)
#include "tst_pastchanges.moc"
