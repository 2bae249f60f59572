// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/painted.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/table/objecttable.h"

#include <QScrollBar>
#include <QTest>

#include <random>
#include <utility>

namespace tst_tablesight {

using namespace wk;
using namespace wk::sample;
using test::Painted;
using namespace std::chrono_literals;

/// What is to be seen of a table while rows come and go.
class TableSightTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsThatComeAndGoElsewherePaintNothing()
    {
        test::TableBench bench(1000);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        std::vector<ObjectPtr> pods = manyPods(500);
        const ObjectPtr some = pods[250];
        pods.erase(pods.begin() + 250);
        bench.view.applyBatch(batch({listed(1, podColumns(), pods)}));
        Painted painted(*bench.view.table().viewport());
        const auto settle = [&] {
            QCoreApplication::processEvents();
            const QRect all = painted.region().boundingRect();
            while (std::exchange(painted.count, 0) > 0)
                QCoreApplication::processEvents();
            painted.forget();
            return all;
        };
        const auto after = [&](const EntryPtr &entry) {
            bench.view.applyBatch(batch({entry}));
            return settle();
        };
        const auto gone = [&](const ObjectPtr &object) { // its row stays for a while
            after(deleted(1, object));
            bench.clock.advance(10s);
            return settle();
        };
        const auto named = [&](const char *name) {
            Object pod = *some;
            pod.ns = std::string(1, name[0]);
            pod.name = name;
            pod.uid = name;
            return shared(std::move(pod));
        };
        const auto isAll = [&](const QRect &rect) { // and not only the ages, to the right, that have gone on
            return rect.left() == 0 && rect.height() == bench.view.table().viewport()->height();
        };
        after(added(1, named("~~~~"))); // which tells how wide its columns have to be
        QVERIFY(after(added(1, named("~~~"))).isEmpty());
        QVERIFY(!isAll(gone(named("~~~"))));
        QVERIFY(isAll(after(added(1, named("!")))));
        QVERIFY(isAll(gone(named("!"))));
        // Where it is not at its top, what is seen stays where it is.
        QScrollBar *bar = bench.view.table().verticalScrollBar();
        bar->setValue(bar->maximum() / 2);
        QCoreApplication::processEvents();
        painted.forget();
        const int before = bar->value();
        bench.view.applyBatch(batch({added(1, named("!")), added(1, named("!!"))})); // of one the stripes would change
        QVERIFY(settle().isEmpty());
        QVERIFY(bar->value() > before);
        QVERIFY(after(added(1, named("~~~"))).isEmpty());
        bench.view.table().selectRow(bench.view.table().rowAt(100));
        after(added(1, named("~~"))); // and what is selected is painted
        const ObjectPtr below = bench.view.model().rowAt(bench.view.table().rowAt(100) + 1).object;
        QVERIFY(isAll(gone(below)));
    }

    /// Whatever comes, goes, changes, is selected, pointed at and scrolled to.
    void itLooksAsIfItWerePaintedAnew()
    {
        std::mt19937 draw(test::seed());
        const auto below = [&](std::size_t bound) { return std::size_t(draw()) % bound; };
        test::TableBench bench(1000);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        ObjectTable &table = bench.view.table();
        const std::vector<ObjectPtr> all = manyPods(300);
        std::vector<ObjectPtr> in(all.begin(), all.begin() + 150);
        std::vector<ObjectPtr> out(all.begin() + 150, all.end());
        bench.view.applyBatch(batch({listed(1, podColumns(), in)}));
        const auto move = [&](std::vector<ObjectPtr> &from, std::vector<ObjectPtr> &to) {
            std::swap(from[below(from.size())], from.back());
            to.push_back(from.back());
            from.pop_back();
            return to.back();
        };
        for (int round = 0; round < 300; ++round) {
            std::vector<EntryPtr> entries;
            for (std::size_t many = 1 + below(4); many > 0; --many) {
                const std::size_t what = below(3);
                if (what == 0 && !out.empty()) {
                    entries.push_back(added(1, move(out, in)));
                } else if (what == 1 && in.size() > 30) {
                    entries.push_back(deleted(1, move(in, out)));
                } else {
                    ObjectPtr &pod = in[below(in.size())];
                    auto cells = pod->cells.vector();
                    const std::string restarts = std::to_string(below(9));
                    cells[3] = restarts;
                    Object after = *pod;
                    after.cells = cells;
                    entries.push_back(modified(1, pod, shared(std::move(after))));
                    pod = entries.back()->object;
                }
            }
            bench.view.applyBatch(batch(std::move(entries)));
            switch (below(8)) {
            case 0: table.selectRow(int(below(std::size_t(bench.view.model().rowCount())))); break;
            case 1: table.clearSelection(); break;
            case 2:
                table.verticalScrollBar()->setValue(int(below(std::size_t(table.verticalScrollBar()->maximum() + 1))));
                break;
            case 3: QTest::mouseMove(table.viewport(), {100, int(below(300))}); break;
            case 4: table.sortByColumn(int(below(4)), below(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder); break;
            case 5: bench.clock.advance(10s); // tints are painted in steps break;
            default: break;
            }
            for (int turn = 0; turn < 3; ++turn)
                QCoreApplication::processEvents();
            QVERIFY2(test::isAsPaintedAnew(*table.viewport()), qPrintable(QStringLiteral("round %1").arg(round)));
        }
    }
};

} // namespace tst_tablesight

WK_TEST(tst_tablesight, TableSightTest, QApplication)
#include "tst_tablesight.moc"
