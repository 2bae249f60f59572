// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/table/objecttable.h"
#include "ui/table/rowdelegate.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTest>
#include <QTranslator>

namespace tst_tablefit {

using namespace wk;
using namespace wk::sample;

class TableFitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherFilterLeavesTheWidthsAsTheyAre()
    {
        test::TableBench bench(880);
        TestTableView &view = bench.view;
        std::vector<ObjectPtr> pods{shared(pod({.name = "a", .status = "Running"})),
                                    shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47"}))};
        for (int i = 0; i < 40; ++i) // more than fit: a scroll bar comes and goes
            pods.push_back(shared(pod({.name = "web-" + std::to_string(i), .node = "gke-prod-eu-pool-5f1c"})));
        view.applyBatch(batch({listed(1, podColumns(), pods)}));
        const auto widths = [&view] {
            QCoreApplication::processEvents();
            std::vector<int> all;
            for (int column = 0; column + 1 < view.model().columnCount(); ++column)
                all.push_back(view.table().columnWidth(column));
            return all;
        };
        const std::vector<int> before = widths();
        for (const char *filter : {"name:a phase:running", "name == a", "nowhere", "name:web", ""}) {
            bench.state.setFilter(QLatin1String(filter));
            QVERIFY2(widths() == before, filter);
        }
    }

    /// Where even names are as short as they may be, as in a narrow window of several clusters.
    void whatIsKeptFreeForWordsToComeGoesBeforeTheLastChangeDoes()
    {
        test::TableBench bench(880);
        TestTableView &view = bench.view;
        const ObjectPtr runs = shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47"}));
        view.applyBatch(batch({listed(1, podColumns(), {runs})}));
        const QHeaderView *header = view.table().horizontalHeader();
        const int status = view.model().columnOf(QStringLiteral("Status"));
        const int kept = header->sectionSize(status);
        int width = 880;
        while (header->length() == view.table().viewport()->width() && header->sectionSize(status) == kept &&
               width > 300)
            bench.view.resize(--width, 400);
        QVERIFY(header->sectionSize(status) < kept);
        QCOMPARE(header->length(), view.table().viewport()->width());
        const ObjectPtr crashes =
            shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47", .status = "CrashLoopBackOff"}));
        view.applyBatch(batch({modified(1, runs, crashes)}));
        QCOMPARE(header->sectionSize(status), kept);
    }

    /// Another namespace, and then all of them again: one list each time.
    void eachListHasTheRoomThatItNeeds()
    {
        test::TableBench bench(1400);
        TestTableView &view = bench.view;
        const auto nameWidth = [&](WatchId watch, const char *name) {
            view.setWatches(podInfo(), {watch});
            view.applyBatch(batch({listed(watch, podColumns(), {shared(pod({.name = name}))})}));
            return view.table().columnWidth(view.model().columnOf(QStringLiteral("@name")));
        };
        const char *longName = "payment-gateway-callback-receiver-85999fc5ff-5ql47";
        const int all = nameWidth(1, longName);
        QVERIFY(nameWidth(2, "a") < all);
        QCOMPARE(nameWidth(3, longName), all);
    }

    void aListThatIsBackHasItsRoomAgain()
    {
        test::TableBench bench(1400);
        TestTableView &view = bench.view;
        const char *longName = "payment-gateway-callback-receiver-85999fc5ff-5ql47";
        view.applyBatch(batch({listed(1, podColumns(), {shared(pod({.name = longName}))})}));
        const auto nameWidth = [&] { return view.table().columnWidth(view.model().columnOf(QStringLiteral("@name"))); };
        const int before = nameWidth();
        view.setWatches(podInfo(), {2}); // which may not be listed
        bench.state.setNamespaces({"db"});
        QVERIFY(nameWidth() < before);
        bench.state.setNamespaces({});
        view.setWatches(podInfo(), {1});
        view.applyBatch(batch({}, {live(1)}));
        QCOMPARE(nameWidth(), before);
    }

    void whatTheHistorySaysHasRoomUnderShortTitles()
    {
        struct Short : QTranslator {
            QString translate(const char *, const char *source, const char *, int) const override
            {
                return QString::fromLatin1(source).contains(QLatin1String("CHANGE")) ? QStringLiteral("C") : QString();
            }
            bool isEmpty() const override { return false; }
        };
        Short titles;
        QCoreApplication::installTranslator(&titles);
        test::TableBench bench(700);
        TestTableView &view = bench.view;
        view.applyBatch(batch({listed(
            1, podColumns(), {shared(pod({.name = "a-name-that-is-longer-than-any-other-one-would-be-here"}))})}));
        const auto column = [&view](const char *key) { return view.model().columnOf(QLatin1String(key)); };
        QCOMPARE(view.model().tableColumns()[std::size_t(column("@changes"))].title, QStringLiteral("C"));
        QVERIFY(view.table().columnWidth(column("@changes")) >= scaled(70));
        QVERIFY(view.table().columnWidth(column("@last")) >= scaled(100));
    }

    void anotherFilterLeavesWhatIsSelectedInSight()
    {
        test::TableBench bench(1000);
        bench.view.applyBatch(batch({listed(1, podColumns(), manyPods(300))}));
        const ResourceTableModel &model = bench.view.model();
        const ObjectPtr last = model.rowAt(model.rowCount() - 1).object;
        bench.state.select(refOf(podInfo().gvr, *last));
        const auto isSeen = [&] {
            const QModelIndex index = model.index(model.rowOf(bench.state.selection()), 2);
            return bench.view.table().viewport()->rect().contains(bench.view.table().visualRect(index).center());
        };
        QVERIFY(isSeen());
        bench.state.setFilter(QStringLiteral("name == ") + QString::fromStdString(last->name));
        QCOMPARE(model.rowCount(), 1);
        bench.state.setFilter(QString());
        QCOMPARE(model.rowCount(), 300);
        QVERIFY(isSeen());
    }

    void whatOneLooksAtStaysWhereItIs()
    {
        test::TableBench bench(1000);
        const std::vector<ObjectPtr> pods = manyPods(300);
        bench.view.applyBatch(batch({listed(1, podColumns(), pods)}));
        const ResourceTableModel &model = bench.view.model();
        ObjectTable &table = bench.view.table();
        const auto come = [&bench](const char *name) {
            bench.view.applyBatch(batch({added(1, shared(pod({.ns = "a", .name = name})))}));
        };
        come("1");
        QCOMPARE(model.rowOf(refOf(podInfo().gvr, pod({.ns = "a", .name = "1"}))), 0);
        QVERIFY2(table.visualRect(model.index(0, 2)).top() >= 0, "at the top one sees what comes first");
        bench.state.select(refOf(podInfo().gvr, *model.rowAt(200).object));
        const auto topOf = [&](const ObjectRef &object) {
            return table.visualRect(model.index(model.rowOf(object), 2)).top();
        };
        const int selectedTop = topOf(bench.state.selection());
        come("2");
        come("3");
        QCOMPARE(model.rowOf(bench.state.selection()), 202);
        QCOMPARE(topOf(bench.state.selection()), selectedTop);
        table.verticalScrollBar()->setValue(50 * scaled(measure::Row) + 5); // it is out of sight now
        const ObjectRef first = refOf(podInfo().gvr, *model.rowAt(50).object);
        const int firstTop = topOf(first);
        come("4");
        QCOMPARE(topOf(first), firstTop);
        bench.view.applyBatch(batch({deleted(1, shared(pod({.ns = "a", .name = "4"})))}));
        bench.clock.advance(std::chrono::seconds(6));
        QCOMPARE(model.rowCount(), 303);
        QCOMPARE(topOf(first), firstTop);
        bench.state.select(refOf(podInfo().gvr, pod({.ns = "a", .name = "5"})));
        come("5");
        QVERIFY2(topOf(bench.state.selection()) >= 0, "what was selected before it came is seen when it comes");
    }

    void whatWasHiddenHasRoomWhenItIsShown()
    {
        test::TableBench bench(1600);
        TestTableView &view = bench.view;
        bench.state.setFilter(QStringLiteral("name == a"));
        view.applyBatch(batch({listed(
            1, podColumns(), {shared(pod({.name = "a"})), shared(pod({.name = "a-longer-name-7c9f-q8k4m"}))})}));
        bench.state.setFilter(QString());
        const int name = view.model().columnOf(QStringLiteral("@name"));
        QVERIFY(view.table().columnWidth(name) >= cellWidth(view.model(), 1, name) + 2 * scaled(measure::CellPadding));
    }

    void theWordOfAPodIsWholeBesideLongNames()
    {
        test::TableBench bench(880);
        TestTableView &view = bench.view;
        std::vector<ObjectPtr> pods{shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47"}))};
        for (const char *status : {"CrashLoopBackOff", "ContainerCreating", "ImagePullBackOff"})
            pods.push_back(shared(pod({.name = status, .status = status})));
        view.applyBatch(batch({listed(1, podColumns(), pods)}));
        const int status = view.model().columnOf(QStringLiteral("Status"));
        for (int row = 0; row < 4; ++row)
            QVERIFY(view.table().columnWidth(status) >=
                    cellWidth(view.model(), row, status) + 2 * scaled(measure::CellPadding));
    }

private:
    Theme m_theme;
};

} // namespace tst_tablefit

WK_TEST(tst_tablefit, TableFitTest, QApplication)
#include "tst_tablefit.moc"
