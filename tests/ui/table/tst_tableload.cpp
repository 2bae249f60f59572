// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/support/painted.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/theme.h"
#include "ui/table/objecttable.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <utility>

namespace tst_tableload {

using namespace wk;
using namespace wk::sample;
using test::Painted;
using namespace std::chrono_literals;

/// A table of 5,000 rows while 256 of them change in each of 60 frames. How long the worst frame took is printed.
class TableLoadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBusyClusterLeavesTheTableInOrder()
    {
        test::TableBench bench(1000);
        TestTableView &view = bench.view;
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const std::vector<ObjectPtr> pods = manyPods(5000);
        view.applyBatch(batch({listed(1, podColumns(), pods)}));
        view.table().sortByColumn(view.model().columnOf(QStringLiteral("Restarts")), Qt::DescendingOrder);
        QCOMPARE(view.model().rowCount(), 5000);
        std::chrono::microseconds worst{0};
        for (int frame = 0; frame < 60; ++frame) {
            std::vector<EntryPtr> entries;
            for (int i = 0; i < 256; ++i) {
                const ObjectPtr &before = pods[static_cast<std::size_t>((frame * 977 + i * 19) % 5000)];
                Object after = *before;
                auto cells = after.cells.vector();
                const std::string restarts = std::to_string((frame + i) % 9);
                cells[3] = restarts;
                after.cells = cells;
                entries.push_back(modified(1, before, shared(std::move(after))));
            }
            const Batch news = batch(std::move(entries));
            const auto began = std::chrono::steady_clock::now();
            view.applyBatch(news);
            QCoreApplication::processEvents();
            worst = std::max(
                worst, std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began));
            bench.clock.advance(33ms);
        }
        qInfo("worst frame of 60: %.1f ms", static_cast<double>(worst.count()) / 1000);
        bench.clock.advance(2s); // a sort that changes with every event is put right once a second
        const int restarts = view.model().columnOf(QStringLiteral("Restarts"));
        for (int row = 1; row < view.model().rowCount(); ++row)
            QVERIFY(view.model().text(row - 1, restarts).toInt() >= view.model().text(row, restarts).toInt());
    }

    void onlyRowsThatChangedAreTouchedByPaint()
    {
        test::TableBench bench(1000);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        const std::vector<ObjectPtr> pods = manyPods(500);
        bench.view.applyBatch(batch({listed(1, podColumns(), pods)}));
        Painted painted(*bench.view.table().viewport());
        const auto change = [&](std::vector<int> rows) {
            while (std::exchange(painted.count, 0) > 0) // until the columns stand where they belong
                QCoreApplication::processEvents();
            painted.forget();
            std::vector<EntryPtr> entries;
            for (const int row : rows) {
                const ObjectPtr pod = bench.view.model().rowAt(row).object;
                entries.push_back(modified(1, pod, shared(Object(*pod))));
            }
            bench.view.applyBatch(batch(entries));
            QCoreApplication::processEvents();
            return painted.region().boundingRect();
        };
        change({1}); // which tells how wide its columns have to be
        QVERIFY(change({400, 450}).isEmpty());
        const QRect second = change({2, 450});
        QCOMPARE(second.top(), bench.view.table().rowViewportPosition(2));
        QCOMPARE(second.height(), bench.view.table().rowHeight(2));
    }

    void aListUnderWayIsPaintedTenTimesASecond()
    {
        test::TableBench bench(1000);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        const std::vector<ObjectPtr> pods = manyPods(60);
        Painted painted(*bench.view.table().viewport());
        const auto arrive = [&](int first) {
            const std::vector<ObjectPtr> objects(pods.begin() + first, pods.begin() + first + 20);
            bench.view.applyBatch({{}, {}, {{.watch = 1, .columns = podColumns(), .objects = objects}}});
            painted.count = 0;
            QCoreApplication::processEvents();
            return painted.count;
        };
        QVERIFY(arrive(0) > 0);
        while (std::exchange(painted.count, 0) > 0) // until the columns stand where they belong
            QCoreApplication::processEvents();
        bench.clock.advance(30ms);
        QCOMPARE(arrive(20), 0);
        QCOMPARE(bench.view.model().rowCount(), 40);
        bench.clock.advance(30ms);
        QCOMPARE(arrive(40), 0);
        bench.clock.advance(40ms);
        QTRY_VERIFY(painted.count > 0);
    }

    void whatNobodyLooksAtIsToldWhenSomebodyDoes()
    {
        QWidget window;
        test::TableBench bench(1000);
        bench.view.setParent(&window);
        bench.view.hide(); // as another tab does
        window.show();
        const ResourceTableModel &model = bench.view.model();
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy told(&model, &ResourceTableModel::stateChanged);
        QSignalSpy aged(&model, &ResourceTableModel::aged);
        const std::vector<ObjectPtr> pods = manyPods(60);
        bench.view.applyBatch(batch({listed(1, podColumns(), pods)}, {live(1)}));
        for (const ObjectPtr &pod : pods)
            bench.view.applyBatch(batch({modified(1, pod, shared(Object(*pod)))}));
        bench.clock.advance(3s);
        QCOMPARE(inserted.count() + changed.count() + told.count() + aged.count(), 0);
        QCOMPARE(model.total(), std::size_t(60));
        bench.view.show();
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(told.count(), 1);
        QCOMPARE(model.rowCount(), 60);
        QCOMPARE(bench.view.resultText(), QStringLiteral("60 pods"));
        bench.clock.advance(1s);
        QCOMPARE(aged.count(), 1);
    }

    void rowsThatGoWaitForWhoeverLooks()
    {
        QWidget window;
        test::TableBench bench(1000);
        bench.view.setParent(&window);
        window.show();
        const std::vector<ObjectPtr> pods = manyPods(10);
        bench.view.applyBatch(batch({listed(1, podColumns(), {pods.begin(), pods.begin() + 9})}, {live(1)}));
        bench.view.applyBatch(batch({deleted(1, pods[3])}));
        QSignalSpy removed(&bench.view.model(), &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&bench.view.model(), &QAbstractItemModel::rowsInserted);
        bench.view.hide();
        bench.view.applyBatch(batch({added(1, pods[9])}));
        bench.clock.advance(10s);
        QCOMPARE(removed.count() + inserted.count(), 0);
        bench.view.show();
        QCOMPARE(removed.count(), 1);
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(bench.view.model().rowCount(), 9);
    }

    /// Else to look again would take as long as to take in all that has come meanwhile.
    void whatIsMuchIsToldAlsoToNobody()
    {
        QWidget window;
        test::TableBench bench(1000);
        bench.view.setParent(&window);
        bench.view.hide();
        window.show();
        const std::vector<ObjectPtr> pods = manyPods(4'000);
        for (std::size_t first = 0; first < pods.size(); first += 500) {
            const auto begin = pods.begin() + std::ptrdiff_t(first);
            bench.view.applyBatch({{}, {}, {{.watch = 1, .columns = podColumns(), .objects = {begin, begin + 500}}}});
        }
        QVERIFY(bench.view.model().rowCount() >= 2'500);
        QVERIFY(bench.view.model().rowCount() < 4'000);
        bench.view.show();
        QCOMPARE(bench.view.model().rowCount(), 4'000);
    }

private:
    Theme m_theme;
};

} // namespace tst_tableload

WK_TEST(tst_tableload, TableLoadTest, QApplication)
#include "tst_tableload.moc"
