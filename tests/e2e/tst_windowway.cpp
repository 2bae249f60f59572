// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/support/windowrig.h"
#include "ui/charts/chartsview.h"
#include "ui/charts/rvplot.h"
#include "ui/inspector/inspectorheader.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/streammodel.h"
#include "ui/stream/streamview.h"
#include "ui/table/objecttable.h"
#include "ui/table/tableview.h"
#include "ui/watches/watchesview.h"
#include "ui/window/filterbox.h"
#include "ui/window/navigator.h"
#include "ui/window/timestrip.h"
#include "ui/window/toolrow.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <set>

namespace tst_windowway {

using namespace wk;

namespace {

QModelIndex kindIn(QTreeView &tree, const QString &name)
{
    const QModelIndexList found = tree.model()->match(tree.model()->index(0, 0), NavigatorModel::NameRole, name, 1,
                                                      Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.first();
}

/// How many of the stream's rows are of an object; the others tell of a watch.
int objectsShown(const StreamModel &model)
{
    int objects = 0;
    for (std::size_t i = 0; i < model.rows().size(); ++i) {
        const StreamRow row = model.log().streamRow(model.rows().at(i));
        objects += row.listObject || row.entry->object;
    }
    return objects;
}

void click(QAbstractItemView &view, const QModelIndex &cell)
{
    view.scrollTo(cell);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
}

/// The cells of a column, from top to bottom, by the column's title.
QStringList column(TableView &view, const QString &title)
{
    const QAbstractItemModel &model = *view.table().model();
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() != title)
            continue;
        for (int row = 0; row < model.rowCount(); ++row)
            cells << model.index(row, column).data().toString();
    }
    return cells;
}

/// What Tab should lead to: a list that has nothing chosen, too.
std::set<QWidget *> takingKeys(const QWidget &window)
{
    std::set<QWidget *> widgets;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->isEnabled() && !widget->focusProxy() &&
            (widget->focusPolicy() & Qt::TabFocus) != 0)
            widgets.insert(widget);
    }
    return widgets;
}

TableView &tableOf(test::WindowRig &rig)
{
    return *qobject_cast<TableView *>(rig.view("table"));
}

} // namespace

/// A person's way through the window, with mouse and keyboard, on the embedded cluster.
class TestWindowWay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickInTheNavigatorShowsTheKind();
    void aKindThatCannotBeWatchedIsLookedAt();
    void aClickInTheTableSelectsTheObjectEverywhere();
    void aMarkOfTheChartLeadsToItsWatchAndThatToItsTable();
    void aNamespaceNarrowsTheTable();
    void aFilterForEventsLeadsFromTheTableToTheStream();
    void theStreamIsTakenHomeAsAFile();
    void theLayoutIsRemembered();
    void aSmallWindowNarrowsNoLaterOne();
    void tabReachesAllThatTakesKeys_data();
    void tabReachesAllThatTakesKeys();
};

void TestWindowWay::aClickInTheNavigatorShowsTheKind()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    auto *navigator = rig.bench.window().findChild<Navigator *>();
    QVERIFY(navigator);
    QTreeView &tree = navigator->tree();
    QTRY_VERIFY(kindIn(tree, QStringLiteral("deployments.apps")).isValid());
    click(tree, kindIn(tree, QStringLiteral("deployments.apps")));
    QCOMPARE(rig.bench.window().state().resource().gvr.resource, std::string("deployments"));
    QTRY_VERIFY(column(tableOf(rig), QStringLiteral("NAME")).contains(QStringLiteral("checkout")));
}

void TestWindowWay::aKindThatCannotBeWatchedIsLookedAt()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    QTreeView &tree = rig.bench.window().findChild<Navigator *>()->tree();
    QTRY_VERIFY(kindIn(tree, QStringLiteral("componentstatuses")).isValid());
    click(tree, kindIn(tree, QStringLiteral("componentstatuses")));
    QTRY_COMPARE(column(tableOf(rig), QStringLiteral("NAME")),
                 QString::fromLatin1("controller-manager etcd-0 scheduler").split(u' '));
    const auto &statuses = rig.bench.window().figures().statuses();
    const auto polled = [&] {
        return std::ranges::find_if(statuses, [](const auto &s) { return s.second.state == WatchState::Polled; });
    };
    QTRY_VERIFY(polled() != statuses.end());
    QTRY_COMPARE(tableOf(rig).model().state().word, QStringLiteral("Looked at every 30 s, not watched"));
    QCOMPARE(kindIn(tree, QStringLiteral("componentstatuses")).data(NavigatorModel::StateRole).toInt(),
             int(WatchState::Polled));

    const auto [watch, before] = *polled();
    rig.bench.session().retryWatch(watch);
    QTRY_VERIFY(polled()->second.lastList > before.lastList);
    int rows = 0;
    for (RowId row = rig.bench.history().now().begin(); row < rig.bench.history().now().end(); ++row)
        rows += rig.bench.history().now().streamRow(row).entry->watch == watch;
    QCOMPARE(rows, 4); // the list and its objects: the second look found nothing new
}

void TestWindowWay::aClickInTheTableSelectsTheObjectEverywhere()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    TableView &view = tableOf(rig);
    QTRY_VERIFY(view.table().model()->rowCount() > 3);
    const QString name = column(view, QStringLiteral("NAME")).at(3);
    click(view.table(), view.table().model()->index(3, 2));
    QCOMPARE(QString::fromStdString(rig.bench.window().state().selection().name), name);
    auto *header = rig.bench.window().findChild<InspectorHeader *>();
    QVERIFY(header);
    QTRY_VERIFY(header->isVisible() && header->title().name == name);
    for (const auto &[key, other] : rig.bench.views()) {
        rig.bench.window().showView(other);
        QCOMPARE(QString::fromStdString(rig.bench.window().state().selection().name), name);
    }
}

void TestWindowWay::aMarkOfTheChartLeadsToItsWatchAndThatToItsTable()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    auto *charts = qobject_cast<ChartsView *>(rig.view("charts"));
    auto *watches = qobject_cast<WatchesView *>(rig.view("watches"));
    rig.bench.window().showView(charts);
    const RvPlot &plot = charts->plot();
    RvPlot::Hit mark;
    QPoint place; // marks of several watches may lie on each other: what is hit here is what a click hits
    const auto findMark = [&plot, &mark, &place] {
        for (int y = 0; y < plot.height() && !mark.mark; y += 4) {
            for (int x = 0; x < plot.width() && !mark.mark; x += 4)
                mark = plot.hitAt(place = QPoint(x, y));
        }
        return mark.mark != nullptr;
    };
    QTRY_VERIFY(findMark());
    QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(rig.bench.window().currentView(), watches);
    QCOMPARE(watches->table().currentIndex().data(WatchesModel::WatchRole).toUInt(), mark.watch);
    QVERIFY(rig.bench.window().state().selection().isEmpty());
    const WatchScope *scope = rig.bench.window().state().scopeOf(mark.watch);
    QVERIFY(scope);
    QTest::keyClick(&watches->table(), Qt::Key_Return);
    QCOMPARE(rig.bench.window().currentView(), rig.view("table"));
    QCOMPARE(rig.bench.window().state().resource().gvr, scope->resource.gvr);
}

void TestWindowWay::aNamespaceNarrowsTheTable()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    rig.bench.window().state().setNamespaces({"payments"});
    QTRY_VERIFY(!column(tableOf(rig), QStringLiteral("NAMESPACE")).isEmpty() &&
                column(tableOf(rig), QStringLiteral("NAMESPACE")).count(QStringLiteral("payments")) ==
                    column(tableOf(rig), QStringLiteral("NAMESPACE")).size());
}

void TestWindowWay::aFilterForEventsLeadsFromTheTableToTheStream()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    QTRY_VERIFY(!column(tableOf(rig), QStringLiteral("NAME")).isEmpty());
    rig.bench.window().state().setFilter(QStringLiteral("type:added"));
    const auto buttons = tableOf(rig).findChildren<QPushButton *>();
    const auto leads = std::ranges::find(buttons, QStringLiteral("Open the Stream"), &QPushButton::text);
    QVERIFY(leads != buttons.end());
    QVERIFY(rig.bench.window().programMenu().actions().contains(tableOf(rig).exportAction()));
    QTRY_VERIFY((*leads)->isVisible());
    QTest::mouseClick(*leads, Qt::LeftButton);
    QTRY_VERIFY(rig.view("stream")->isVisible());
}

void TestWindowWay::theStreamIsTakenHomeAsAFile()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    rig.bench.window().showView(&rig.bench.stream());
    QTRY_VERIFY(rig.bench.stream().model().rowCount() > 100);
    const int objects = objectsShown(rig.bench.stream().model());
    const QList<QAction *> offered = rig.bench.window().programMenu().actions();
    const auto exports = std::ranges::find(offered, QStringLiteral("Export shown"), &QAction::text);
    QVERIFY(exports != offered.end());
    (*exports)->trigger();
    auto *dialog = rig.bench.window().findChild<QFileDialog *>();
    QVERIFY(dialog);
    const QString path = rig.folder.filePath(QStringLiteral("taken.jsonl"));
    dialog->selectFile(path);
    QVERIFY(QMetaObject::invokeMethod(dialog, "accept"));
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    int lines = 0;
    for (QByteArray line = file.readLine(); !line.isEmpty(); line = file.readLine(), ++lines) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        QVERIFY2(event[u"type"].isString() && event[u"object"].isObject(), line.left(200).constData());
    }
    QVERIFY(objects > 0);
    QCOMPARE(lines, objects);
}

void TestWindowWay::theLayoutIsRemembered()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const auto navigatorDock = [](test::WindowRig &rig) {
        return qobject_cast<QDockWidget *>(rig.bench.window().findChild<Navigator *>()->parentWidget());
    };
    {
        test::WindowRig rig(file);
        QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
        QVERIFY(navigatorDock(rig) && navigatorDock(rig)->isVisible());
        navigatorDock(rig)->toggleViewAction()->trigger();
        QVERIFY(!navigatorDock(rig)->isVisible());
        rig.bench.window().close();
    }
    test::WindowRig rig(file);
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    QVERIFY(!navigatorDock(rig)->isVisible());
}

void TestWindowWay::aSmallWindowNarrowsNoLaterOne()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const auto widths = [](test::WindowRig &rig) {
        QList<int> each;
        for (const QDockWidget *dock : rig.bench.window().findChildren<QDockWidget *>())
            each << dock->width();
        return each;
    };
    QList<int> before;
    {
        test::WindowRig rig(file);
        QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
        rig.bench.window().resize(1440, 900);
        QTRY_COMPARE(rig.bench.window().width(), 1440);
        before = widths(rig);
        rig.bench.window().resize(760, 600);
        QTRY_VERIFY(widths(rig) != before);
        rig.bench.window().close();
    }
    test::WindowRig rig(file);
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    rig.bench.window().resize(1440, 900);
    QTRY_COMPARE(widths(rig), before);
}

void TestWindowWay::tabReachesAllThatTakesKeys_data()
{
    QTest::addColumn<QString>("view");
    for (const char *view : {"table", "stream", "timeline", "charts", "watches"})
        QTest::newRow(view) << QString::fromLatin1(view);
}

void TestWindowWay::tabReachesAllThatTakesKeys()
{
    QFETCH(QString, view);
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    MainWindow &window = rig.bench.window();
    window.showView(rig.view(view.toLatin1().constData()));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    std::set<QWidget *> missed = takingKeys(window);
    const std::size_t steps = 2 * missed.size();
    QList<const QWidget *> reached;
    for (std::size_t step = 0; step < steps; ++step) {
        QTest::keyClick(&window, Qt::Key_Tab);
        missed.erase(QApplication::focusWidget());
        reached << QApplication::focusWidget();
    }
    const auto *tools = window.findChild<ToolRow *>();
    const auto first = std::ranges::find_if(reached, [tools](const QWidget *widget) {
        return widget->parentWidget() == tools && qobject_cast<const QToolButton *>(widget);
    });
    QVERIFY(first != reached.end());
    const qsizetype menu = first - reached.begin();
    const qsizetype filter = reached.indexOf(window.findChild<FilterBox *>(), menu);
    const qsizetype kinds = reached.indexOf(&window.findChild<Navigator *>()->tree(), menu);
    const qsizetype strip = reached.indexOf(window.findChild<TimeStrip *>(), menu);
    QVERIFY2(filter > menu && kinds > filter && strip > kinds, "the keys go from the top to the bottom");
    QStringList names;
    for (const QWidget *widget : missed)
        names << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->accessibleName() + u" in " +
                     QString::fromLatin1(widget->parentWidget()->metaObject()->className());
    QVERIFY2(names.isEmpty(), qPrintable(names.join(u", ")));
}

} // namespace tst_windowway

WK_TEST(tst_windowway, TestWindowWay, QApplication)
#include "tst_windowway.moc"
