// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/theme.h"
#include "ui/table/objecttable.h"
#include "ui/table/statebadge.h"

#include <QLabel>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <set>

namespace tst_tablemoment {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// The table as a window's playhead moves.
class TableMomentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<test::TableBench>(1000);
        m_log = &m_bench->view.history;
        m_bench->state.learnScope(1, scopeOf(podInfo()));
        feed(batch({bookmark(1, 1, Now - 90s)}));                                               // 0
        feed(batch({listed(1, podColumns(), {podOf("a"), podOf("b")}, Now - 60s)}, {live(1)})); // 1, 2, 3
        feed(batch({at(modified(1, podOf("a"), podOf("a", "Failed")), Now - 40s)}));            // 4
        feed(batch({deleted(1, podOf("b"), Now - 20s)}));                                       // 5
    }
    void cleanup() { m_bench.reset(); }

    void itShowsTheMomentAndThePresentAgain()
    {
        go(4, Now - 50s);
        QTRY_COMPARE(names(), QStringLiteral("a b"));
        QTRY_COMPARE(m_bench->view.resultText(), QStringLiteral("2 pods"));
        feed(batch({added(1, podOf("c"))}));
        QTRY_COMPARE(names(), QStringLiteral("a b"));
        m_bench->state.setPlayhead({});
        QTRY_COMPARE(names(), QStringLiteral("a c"));
    }

    void itDoesNotSayLiveOfThePast()
    {
        const auto *badge = m_bench->view.filterBar()->findChild<StateBadge *>();
        QCOMPARE(badge->words(), QStringLiteral("Live"));
        go(4, Now - 50s);
        QTRY_COMPARE(badge->words(), QString());
        m_bench->state.setPlayhead({});
        QTRY_COMPARE(badge->words(), QStringLiteral("Live"));
    }

    void whatWasNotWatchedIsSaidToBeSo()
    {
        go(1, Now - 80s);
        QTRY_VERIFY2(texts().contains(QStringLiteral("Pods were not watched before ")), qPrintable(texts()));
        QTRY_COMPARE(m_bench->view.resultText(), QString());
        // A kind that is watched only now.
        m_bench->state.learnScope(2, scopeOf(nodeInfo()));
        m_bench->view.setWatches(nodeInfo(), {2});
        QTRY_VERIFY2(texts().contains(QStringLiteral("Nodes were not watched then")), qPrintable(texts()));
        m_log->setWatch(2, scopeOf(nodeInfo()));
        feed(batch({listed(2, nodeColumns(), {shared(node("node-01", "Ready"))}, Now)}, {live(2)}));
        m_bench->clock.advance(1s);
        QTRY_VERIFY2(texts().contains(QStringLiteral("Nodes were not watched before ")), qPrintable(texts()));
        m_bench->state.setPlayhead({});
        QTRY_COMPARE(names(), QStringLiteral("node-01"));
    }

    void theSelectionStays()
    {
        m_bench->state.select(refOf(podInfo().gvr, *podOf("a")));
        go(4, Now - 50s);
        QTRY_COMPARE(m_bench->view.table().currentIndex().row(), 0);
        m_bench->state.select(refOf(podInfo().gvr, *podOf("b")));
        QTRY_COMPARE(m_bench->view.table().currentIndex().row(), 1);
        m_bench->state.setPlayhead({});
        QTRY_COMPARE(m_bench->state.selection().name, std::string("b"));
        go(4, Now - 50s);
        QTRY_COMPARE(m_bench->view.table().currentIndex().row(), 1);
    }

    /// One that was chosen in the stream, and is gone by then, is told by the inspector: no row may look like it.
    void whoIsNotThereLeavesNoRowSelected()
    {
        m_bench->state.select(refOf(podInfo().gvr, *podOf("a")));
        go(4, Now - 50s);
        QTRY_COMPARE(m_bench->view.table().selectedRowNumbers(), (std::vector<int>{0}));
        m_bench->state.select(refOf(podInfo().gvr, *podOf("gone")));
        QVERIFY(m_bench->view.table().selectedRowNumbers().empty());
        QCOMPARE(m_bench->state.selection().name, std::string("gone"));
        m_bench->state.select(refOf(podInfo().gvr, *podOf("a")));
        QCOMPARE(m_bench->view.table().selectedRowNumbers(), (std::vector<int>{0}));
    }

    void agesStandWhilePaused()
    {
        const auto *badge = m_bench->view.filterBar()->findChild<StateBadge *>();
        const WallTime then = m_bench->view.model().now();
        m_bench->state.setPaused(true);
        m_bench->clock.advance(30s);
        QCOMPARE(m_bench->view.model().now(), then);
        QTRY_COMPARE(badge->words(), QStringLiteral("Paused"));
        m_bench->state.setPaused(false);
        QCOMPARE(m_bench->view.model().now(), then + 30s);
        QTRY_COMPARE(badge->words(), QStringLiteral("Live"));
    }

    void whoeverIsGoneTakesTheViewNowhere()
    {
        std::vector<ObjectPtr> many;
        for (int i = 0; i < 200; ++i)
            many.push_back(podOf(("p" + std::to_string(1'000 + i)).c_str()));
        for (const ObjectPtr &pod : many)
            feed(batch({added(1, pod)}));
        const RowId then = m_log->now().end();
        feed(batch({deleted(1, many[5]), deleted(1, many[100])}));
        m_bench->clock.advance(10s);
        go(then, Now);
        QTRY_VERIFY(m_bench->view.model().rowOf(refOf(podInfo().gvr, *many[5])) >= 0);
        m_bench->state.select(refOf(podInfo().gvr, *many[5]));
        const QScrollBar *bar = m_bench->view.table().verticalScrollBar();
        QCOMPARE(bar->value(), 0);
        m_bench->state.setPlayhead({});
        QTRY_VERIFY(m_bench->view.model().rowOf(refOf(podInfo().gvr, *many[5])) < 0);
        QCOMPARE(bar->value(), 0);
    }

    void aStepMarksWhatTheEventDid()
    {
        go(5, Now - 40s, true);
        const ResourceTableModel &model = m_bench->view.model();
        QTRY_COMPARE(model.rowAt(0).touch, RowTouch::Modified);
        QTRY_VERIFY(model.isCellChanged(0, model.columnOf(QStringLiteral("Status"))));
        go(6, Now - 20s, true);
        QTRY_COMPARE(model.rowAt(0).touch, RowTouch::None);
        QTRY_VERIFY(model.rowAt(1).isGone);
    }

    /// From moment to moment the rows are others, and what a person looks at is the same.
    void theChosenRowsAndThePlaceStay()
    {
        std::vector<ObjectPtr> many;
        for (int i = 0; i < 200; ++i)
            many.push_back(podOf(("p" + std::to_string(1'000 + i)).c_str()));
        for (const ObjectPtr &pod : many)
            feed(batch({added(1, pod)}));
        ObjectTable &table = m_bench->view.table();
        const RowId end = m_log->now().end();
        go(end - 1, Now);
        QTRY_COMPARE(m_bench->view.model().rowCount(), 200);
        for (const std::size_t chosen : {60U, 62U, 150U}) {
            const int row = m_bench->view.model().rowOf(refOf(podInfo().gvr, *many[chosen]));
            table.selectionModel()->setCurrentIndex(m_bench->view.model().index(row, 2),
                                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
        QScrollBar *bar = table.verticalScrollBar();
        bar->setValue(bar->maximum() / 3);
        const int place = bar->value();
        const auto selected = [&] {
            std::set<std::string> names;
            for (const int row : table.selectedRowNumbers())
                names.insert(m_bench->view.model().rowAt(row).object->name);
            return names;
        };
        const std::set<std::string> chosen{"p1060", "p1062", "p1150"};
        QCOMPARE(selected(), chosen);
        go(end - 30, Now - 1s);
        QTRY_COMPARE(m_bench->view.model().rowCount(), 171);
        QCOMPARE(selected(), chosen);
        QCOMPARE(table.currentIndex().column(), 2);
        QCOMPARE(bar->value(), place);
        m_bench->state.setPlayhead({});
        QTRY_COMPARE(m_bench->view.model().rowCount(), 202); // one is struck through
        QCOMPARE(selected(), chosen);
        QCOMPARE(bar->value(), place);
        QCOMPARE(m_bench->state.selection().name, std::string("p1150"));
    }

    /// As many objects as a large cluster has pods: what the hand does is followed to its last move.
    /// (tests/bench/run.sh frames)
    void aDragIsFollowed()
    {
        const std::vector<ObjectPtr> pods = manyPods(20'000);
        feed(batch({listed(1, podColumns(), pods, Now)}));
        for (std::size_t i = 0; i < 2'000; ++i) {
            Object after = *pods[i * 7 % pods.size()];
            after.cells[3] = std::to_string(i % 9);
            feed(batch({modified(1, pods[i * 7 % pods.size()], shared(std::move(after)))}));
        }
        for (RowId back = 20; back <= 600; back += 20)
            go(m_log->now().end() - back, Now);
        const RowId last = m_log->now().end() - 600;
        const auto then = pastKind(m_log->now(), podInfo(), {}, last);
        QTRY_VERIFY(isShown(then.known.front().objects)); // the last move, however many came while one was under way
    }

private:
    static ObjectPtr podOf(const char *name, const char *status = "Running")
    {
        PodRow row;
        row.name = name;
        row.status = status;
        return shared(pod(row));
    }
    void feed(const Batch &batch) { m_bench->view.applyBatch(batch); }
    void go(RowId upTo, WallTime time, bool isEvent = false)
    {
        m_bench->state.setPlayhead(Moment{upTo, time, isEvent});
    }
    /// Each of these objects is a row, as it was.
    bool isShown(const std::vector<LifeIndex::Standing> &objects) const
    {
        const ResourceTableModel &model = m_bench->view.model();
        return model.total() == objects.size() &&
               std::ranges::all_of(objects, [&](const LifeIndex::Standing &standing) {
                   const ObjectPtr object = m_log->now().object(standing);
                   const int row = model.rowOf(refOf(podInfo().gvr, *object));
                   return row >= 0 && isSameRevision(model.rowAt(row).object, object);
               });
    }
    QString names() const
    {
        const ResourceTableModel &model = m_bench->view.model();
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (!model.rowAt(row).isGone)
                names.append(model.text(row, model.columnOf(QStringLiteral("@name"))));
        }
        return names.join(u' ');
    }
    QString texts() const
    {
        QStringList all;
        for (const QLabel *label : m_bench->view.findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u'|');
    }

    Theme m_theme;
    std::unique_ptr<test::TableBench> m_bench;
    TestHistory *m_log = nullptr;
};

} // namespace tst_tablemoment

WK_TEST(tst_tablemoment, TableMomentTest, QApplication)
#include "tst_tablemoment.moc"
