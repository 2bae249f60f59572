// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/pastbench.h"

#include <QTest>

#include <random>

/// How often the objects of a moment had changed by then.
namespace tst_pastchanges {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

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

    void theLastOneIsWhatThePresentSays()
    {
        PastBench bench;
        const auto after = [](EntryPtr entry, std::chrono::seconds time) { return at(entry, Now + time); };
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("e")}, Now));
        bench.feed(after(modified(pods, podOf("b"), podOf("b", "Failed", "3"), {"status"}, "kubelet"), 10s));
        bench.feed(after(modified(pods, podOf("d"), podOf("d", "Failed", "1"), {"spec"}, "kubectl"), 20s));
        auto silent = std::make_shared<Entry>(*modified(pods, podOf("d", "Failed", "1"), podOf("d", "Failed", "2")));
        silent->changes = std::make_shared<Changes>(); // nobody's entry has moved
        bench.feed(after(silent, 30s));
        bench.feed(listed(pods, podColumns(), {podOf("b", "Failed", "3"), podOf("d", "Failed", "2"), podOf("e")},
                          Now + 40s)); // a relist that found nothing new
        bench.clock.setWall(Now + 60s);
        const QString now = lasts(bench);
        bench.show(bench.log.end(), Now + 60s);
        QCOMPARE(lasts(bench), now);
        QVERIFY2(now.startsWith(QStringLiteral("50\u00A0s  kubelet|30\u00A0s  ?|")), qPrintable(now));
    }

    void theyAreToldByTheMinute()
    {
        PastBench bench;
        const auto after = [](EntryPtr entry, std::chrono::seconds time) { return at(entry, Now + time); };
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")}, Now));        // 0, 1, 2
        bench.feed(after(changed("b", "Failed", "3"), 10s));                          // 3
        bench.feed(after(changed("b", "Failed", "4"), 20s));                          // 4
        bench.feed(after(changed("b", "Failed", "5"), 130s));                         // 5
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")}, Now + 140s)); // 6, 7, 8
        bench.feed(after(changed("b", "Failed", "6"), 20min));                        // 9
        bench.show(5, Now + 60s);
        QCOMPARE(bars(bench, 0), QStringLiteral("2 0"));
        QCOMPARE(bars(bench, 1), QString());
        bench.show(9, Now + 180s);
        QCOMPARE(bars(bench, 0), QStringLiteral("2 0 1 0"));
        bench.show(10, Now + 20min);
        QCOMPARE(bars(bench, 0), QStringLiteral("1"));
        bench.clock.setWall(Now + 20min);
        bench.model.showPresent();
        QCOMPARE(bars(bench, 0), QStringLiteral("1"));
    }

    /// Other namespaces were chosen, and then all again: that list is no change.
    void theyGoOnUnderAnotherWatch()
    {
        PastBench bench;
        constexpr WatchId Again = 8;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")}, Now)); // 0, 1, 2
        bench.feed(at(modified(pods, podOf("b"), podOf("b", "Failed", "3"), {"status"}, "kubelet"), Now + 10s));
        bench.log.closeWatch(pods, Now + 20s);
        bench.log.setWatch(Again, scopeOf(podInfo()));
        bench.feed(listed(Again, podColumns(), {podOf("b", "Failed", "3"), podOf("d")}, Now + 140s)); // 4, 5, 6
        bench.show(7, Now + 180s);
        QCOMPARE(counts(bench), QStringLiteral("1 0"));
        QCOMPARE(bars(bench, 0), QStringLiteral("1 0 0 0"));
        QCOMPARE(bars(bench, 1), QString());
        QVERIFY2(lasts(bench).contains(QStringLiteral("kubelet|")), qPrintable(lasts(bench)));
        bench.feed(at(modified(Again, podOf("d"), podOf("d", "Failed", "1"), {"status"}, "kubelet"), Now + 150s)); // 7
        bench.show(8, Now + 180s);
        QCOMPARE(bars(bench, 1), QStringLiteral("1 0"));
    }

    void whatIsStruckThroughTellsItsOwn()
    {
        PastBench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")}, Now)); // 0, 1, 2
        bench.feed(at(changed("b", "Failed", "3"), Now + 10s));                // 3
        bench.feed(deleted(pods, podOf("b"), Now + 70s));                      // 4
        bench.show(5, Now + 70s, true);
        QVERIFY(bench.model.rowAt(0).isGone);
        QCOMPARE(bars(bench, 0), QStringLiteral("1 1"));
        QCOMPARE(bars(bench, 1), QString());
    }

    /// Against what the present said when it was the present.
    void theyAreWhatThePresentSaid()
    {
        PastBench bench;
        std::mt19937_64 random(test::seed());
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("e")}, Now));
        std::vector<std::pair<RowId, WallTime>> moments;
        std::vector<QString> said;
        WallTime time = Now;
        const auto all = [&bench] {
            QStringList rows;
            for (int row = 0; row < bench.model.rowCount(); ++row)
                rows << bars(bench, row);
            return rows.join(u'|');
        };
        for (int i = 0; i < 300; ++i) {
            time += std::chrono::seconds(random() % 60);
            const char *names[] = {"b", "d", "e"};
            bench.clock.setWall(time);
            bench.feed(at(changed(names[random() % 3], "Failed", std::to_string(i).c_str()), time));
            moments.emplace_back(bench.log.end(), time);
            said.push_back(all());
        }
        for (int i = 0; i < 100; ++i) {
            const std::size_t which = random() % moments.size();
            bench.show(moments[which].first, moments[which].second);
            QCOMPARE(all(), said[which]);
        }
    }

private:
    static QString lasts(const PastBench &bench)
    {
        QStringList rows;
        for (int row = 0; row < bench.model.rowCount(); ++row)
            rows.append(bench.model.text(row, bench.model.columnOf(QStringLiteral("@last"))));
        return rows.join(u'|');
    }
    /// From the first minute with a change on, the moment's own last.
    static QString bars(const PastBench &bench, int row)
    {
        QStringList minutes;
        for (const std::uint8_t bar : bench.model.bars(row)) {
            if (bar > 0 || !minutes.isEmpty())
                minutes.append(QString::number(bar));
        }
        return minutes.join(u' ');
    }
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
