// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columnlayout.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/table/rowdelegate.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_columnlayout {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

struct Table {
    explicit Table(UiSettings &settings)
        : layout((view.setModel(&model), view), model, settings)
    {
        clock.setWall(Now);
        view.setSortingEnabled(true);
        view.verticalHeader()->hide();
        view.horizontalHeader()->setSectionsMovable(true);
        view.resize(900, 400);
    }
    void open(const char *kind = "pods")
    {
        model.setSource(podInfo(), {1});
        layout.setKind(QLatin1String(kind));
        model.applyBatch(batch({listed(1, podColumns(), {shared(pod({.name = "web-1"}))})}));
        layout.fitToLists();
    }
    void list(const PodRow &row)
    {
        model.setSource(podInfo(), {1});
        layout.setKind(QStringLiteral("pods"));
        model.applyBatch(batch({listed(1, podColumns(), {shared(pod(row))})}));
        layout.fitToLists();
    }
    int has(int column) const { return view.columnWidth(column); }
    /// What the widest cell needs.
    int takes(int column) const
    {
        int widest = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            widest = std::max(widest, cellWidth(model, row, column));
        return widest + 2 * scaled(measure::CellPadding);
    }
    QString titles() const
    {
        QStringList words;
        for (const int column : layout.shownColumns())
            words.append(model.tableColumns()[static_cast<std::size_t>(column)].title);
        return words.join(QLatin1Char(' ')).trimmed();
    }
    QAction *action(QMenu &menu, const char *text)
    {
        layout.fillMenu(menu);
        QList<QAction *> actions = menu.actions();
        for (QAction *candidate : menu.actions()) {
            if (candidate->menu())
                actions += candidate->menu()->actions();
        }
        for (QAction *candidate : std::as_const(actions)) {
            if (candidate->text() == QLatin1String(text))
                return candidate;
        }
        return nullptr;
    }

    ManualClock clock;
    TestTable model{clock};
    QTableView view;
    ColumnLayout layout;
};

class ColumnLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_store.clear(); }

    void columnsFitWhatEachNamespaceListed()
    {
        Table table(m_settings);
        table.model.setSource(podInfo(), {1, 2});
        table.layout.setKind(QStringLiteral("pods"));
        table.model.applyBatch(batch({listed(1, podColumns(), {shared(pod({.name = "a"}))})}));
        table.layout.fitToLists();
        const int name = table.model.columnOf(QStringLiteral("@name"));
        const int before = table.view.columnWidth(name);
        table.model.applyBatch(
            batch({listed(2, podColumns(), {shared(pod({.name = "a-name-longer-than-the-title"}))})}));
        table.layout.fitToLists();
        QVERIFY(table.view.columnWidth(name) > before);
    }

    void columnsGrowWithTheRowsThatComeAfterAnEmptyList()
    {
        Table table(m_settings);
        table.model.setSource(podInfo(), {1});
        table.layout.setKind(QStringLiteral("pods"));
        table.model.applyBatch(batch({listed(1, podColumns(), {})}));
        table.layout.fitToLists();
        table.model.applyBatch(batch({added(1, shared(pod({.name = "a"})))}));
        table.layout.fitToLists();
        const int name = table.model.columnOf(QStringLiteral("@name"));
        const int before = table.view.columnWidth(name);
        table.model.applyBatch(batch({added(1, shared(pod({.name = "a-name-longer-than-the-title"})))}));
        table.layout.fitToLists();
        QVERIFY(table.view.columnWidth(name) > before);
    }

    void wideColumnsAreShownOnlyWhenAskedFor()
    {
        Table table(m_settings);
        table.open();
        QCOMPARE(table.titles(), QStringLiteral("NAMESPACE NAME READY STATUS RESTARTS AGE NODE CHANGES LAST CHANGE"));
        QMenu menu;
        table.action(menu, "IP")->trigger();
        QCOMPARE(table.titles(),
                 QStringLiteral("NAMESPACE NAME READY STATUS RESTARTS AGE IP NODE CHANGES LAST CHANGE"));
    }

    void oneNamespaceNeedsNoColumn()
    {
        Table table(m_settings);
        table.open();
        table.layout.setOneNamespace(true);
        QVERIFY(table.titles().startsWith(QStringLiteral("NAME READY")));
        table.layout.setOneNamespace(false);
        QVERIFY(table.titles().startsWith(QStringLiteral("NAMESPACE NAME")));
    }

    void theUsersArrangementComesBack()
    {
        {
            Table table(m_settings);
            table.open();
            QHeaderView *header = table.view.horizontalHeader();
            const int status = table.model.columnOf(QStringLiteral("Status"));
            header->moveSection(header->visualIndex(status), 2);
            header->resizeSection(status, 211);
            table.view.sortByColumn(status, Qt::DescendingOrder);
            QMenu menu;
            table.action(menu, "READY")->trigger();
            QMenu labels;
            table.action(labels, "app")->trigger();
        }
        Table table(m_settings);
        table.open();
        QCOMPARE(table.titles(), QStringLiteral("NAMESPACE STATUS NAME RESTARTS AGE NODE APP CHANGES LAST CHANGE"));
        const int status = table.model.columnOf(QStringLiteral("Status"));
        QCOMPARE(table.view.horizontalHeader()->sectionSize(status), 211);
        QCOMPARE(table.view.horizontalHeader()->sortIndicatorSection(), status);
        QCOMPARE(table.view.horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
    }

    void whatTheUserNeverTouchedIsNotRemembered()
    {
        {
            Table table(m_settings);
            table.open();
            table.view.show();
            table.view.resize(700, 300);
        }
        QVERIFY(m_settings.tableLayout(QStringLiteral("pods")) == TableLayout());
    }

    void everyKindHasItsOwn()
    {
        {
            Table table(m_settings);
            table.open("pods");
            QMenu menu;
            table.action(menu, "READY")->trigger();
            table.layout.setKind(QStringLiteral("others"));
            QVERIFY(table.titles().contains(QStringLiteral("READY")));
            table.layout.setKind(QStringLiteral("pods"));
            QVERIFY(!table.titles().contains(QStringLiteral("READY")));
        }
        Table table(m_settings);
        table.open("pods");
        QVERIFY(!table.titles().contains(QStringLiteral("READY")));
        QMenu menu;
        table.action(menu, "Reset columns")->trigger();
        QVERIFY(table.titles().contains(QStringLiteral("READY")));
    }

    void noTitleIsCutAtItsFirstWidth()
    {
        Table table(m_settings);
        table.open();
        const QHeaderView *header = table.view.horizontalHeader();
        for (const int column : table.layout.shownColumns()) {
            const QString &title = table.model.tableColumns()[static_cast<std::size_t>(column)].title;
            QVERIFY2(header->sectionSize(column) >= QFontMetrics(header->font()).horizontalAdvance(title) + 12,
                     qPrintable(title));
        }
    }

    void longNamesGiveWaySoThatTheLastChangeIsInSight()
    {
        Table table(m_settings);
        table.view.resize(900, 400);
        table.view.show();
        table.model.setSource(podInfo(), {1});
        table.layout.setKind(QStringLiteral("pods"));
        PodRow row;
        row.name = "a-deployment-of-a-long-name-7c9f4d5b6-q8k4m";
        row.status = "CrashLoopBackOff";
        table.model.applyBatch(batch({listed(1, podColumns(), {shared(pod(row))})}));
        table.layout.fitToLists();
        const QHeaderView *header = table.view.horizontalHeader();
        QCOMPARE(header->length(), table.view.viewport()->width());
        const int name = table.model.columnOf(QStringLiteral("@name"));
        const int narrow = header->sectionSize(name);
        table.view.resize(1600, 400);
        QVERIFY(header->sectionSize(name) > narrow);
        QVERIFY(m_settings.tableLayout(QStringLiteral("pods")) == TableLayout());
    }

    void aResizeWhileTheColumnsAreOthersIsHarmless()
    {
        ManualClock clock;
        TestTable model(clock);
        QTableView view;
        view.setModel(&model);
        view.resize(900, 400);
        view.show();
        // Before the layout hears of it, as scroll bars that come and go do.
        connect(&model, &QAbstractItemModel::modelReset, &view, [&view] { view.resize(view.width() - 50, 400); });
        ColumnLayout layout(view, model, m_settings);
        model.setSource(podInfo(), {1});
        layout.setKind(QStringLiteral("pods"));
        model.applyBatch(batch({listed(1, podColumns(), {shared(pod({.name = "a"}))})}));
        layout.fitToLists();
        model.setSource(nodeInfo(), {2});
        QCOMPARE(int(layout.shownColumns().size()), model.columnCount());
    }

    void theNameIsTheLastToBeCut()
    {
        Table table(m_settings);
        table.view.resize(1400, 400);
        table.view.show();
        PodRow row;
        row.name = "a-deployment-7c9f4d5b6-q8k4m";
        row.status = "CrashLoopBackOff";
        row.node = "gke-prod-eu-default-pool-5f1c";
        table.list(row);
        QMap<int, int> whole;
        for (const int column : table.layout.shownColumns())
            whole.insert(column, table.has(column));
        const int last = table.layout.shownColumns().back();
        const int status = table.model.columnOf(QStringLiteral("Status"));
        whole[last] = std::min(whole[last], scaled(116)); // it has what is left over
        whole[status] = table.takes(status);
        QStringList cut;
        const QHeaderView *header = table.view.horizontalHeader();
        for (int width = 1400; header->length() == table.view.viewport()->width(); table.view.resize(--width, 400)) {
            for (const int column : table.layout.shownColumns()) {
                const QString &title = table.model.tableColumns()[static_cast<std::size_t>(column)].title;
                if (table.has(column) < whole[column] && !cut.contains(title))
                    cut.append(title);
            }
        }
        QCOMPARE(cut.join(QStringLiteral(", ")), QStringLiteral("CHANGES, LAST CHANGE, NODE, NAME"));
        QVERIFY(table.has(table.model.columnOf(QStringLiteral("@name"))) >= scaled(140));
    }

    void whatBecomesLongerIsNotCutWhereThereIsRoom()
    {
        Table table(m_settings);
        table.view.resize(1600, 400);
        table.view.show();
        table.list({.name = "a"});
        const int name = table.model.columnOf(QStringLiteral("@name"));
        const int status = table.model.columnOf(QStringLiteral("Status"));
        const ObjectPtr longer = shared(pod({.name = "a", .status = "Init:CreateContainerConfigError"}));
        table.model.applyBatch(batch({modified(1, shared(pod({.name = "a"})), longer),
                                      added(1, shared(pod({.name = "a-deployment-of-a-long-name-7c9f-q8k4m"})))}));
        QVERIFY(table.has(status) >= table.takes(status));
        QVERIFY(table.has(name) >= table.takes(name));
    }

    void whatTheUserAddsOrSizesLeavesTheOthersAlone()
    {
        Table table(m_settings);
        table.view.show();
        PodRow row;
        row.name = "a-deployment-of-a-long-name-7c9f4d5b6-q8k4m";
        row.status = "CrashLoopBackOff";
        table.list(row);
        const int last = table.layout.shownColumns().back();
        const auto widths = [&table, last] {
            QMap<QString, int> all;
            for (const int column : table.layout.shownColumns()) {
                const QString &key = table.model.tableColumns()[static_cast<std::size_t>(column)].key;
                if (column != last && key != QLatin1String("IP") && key != QLatin1String("Ready"))
                    all.insert(key, table.has(column));
            }
            return all;
        };
        const QMap<QString, int> before = widths();
        QMenu menu;
        table.action(menu, "IP")->trigger();
        QCOMPARE(widths(), before);
        table.view.horizontalHeader()->resizeSection(table.model.columnOf(QStringLiteral("Ready")), 400);
        QCOMPARE(widths(), before);
        table.layout.fitToLists();
        table.view.resize(901, 400);
        table.view.resize(900, 400);
        QCOMPARE(widths(), before);
        QVERIFY2(table.view.horizontalHeader()->length() > table.view.viewport()->width(), "it scrolls sideways");
        QVERIFY(table.has(last) >= table.takes(last));
    }

    void theLastColumnHasTheRoomThatIsLeft()
    {
        Table table(m_settings);
        table.view.resize(1900, 400);
        table.view.show();
        table.open();
        QCOMPARE(table.view.horizontalHeader()->length(), table.view.viewport()->width());
        const int last = table.layout.shownColumns().back();
        table.view.horizontalHeader()->moveSection(table.view.horizontalHeader()->visualIndex(last), 1);
        QCOMPARE(table.view.horizontalHeader()->length(), table.view.viewport()->width());
        QVERIFY(table.has(last) < 200);
    }

    void eventsComeNewestFirstAndSayWhatTheySay()
    {
        Table table(m_settings);
        table.view.resize(1200, 400);
        table.view.show();
        const std::vector<ObjectPtr> events{shared(kubeEvent("a", "Normal", "Created", 3min)),
                                            shared(kubeEvent("b", "Warning", "BackOff", 1min)),
                                            shared(kubeEvent("c", "Normal", "SuccessfulCreate", 2min))};
        table.model.setSource(eventInfo(), {1});
        table.layout.setKind(QStringLiteral("events"));
        table.model.applyBatch(batch({listed(1, eventColumns(), events)}));
        table.layout.fitToLists();
        QCOMPARE(table.titles(), QStringLiteral("NAMESPACE LAST SEEN TYPE REASON OBJECT MESSAGE"));
        QCOMPARE(table.model.rowAt(0).object->name, std::string("b"));
        QCOMPARE(table.model.rowAt(2).object->name, std::string("a"));
        const int message = table.model.columnOf(QStringLiteral("Message"));
        const int type = table.model.columnOf(QStringLiteral("Type"));
        const int reason = table.model.columnOf(QStringLiteral("Reason"));
        QVERIFY(table.has(message) > 500);
        table.view.horizontalHeader()->resizeSection(message, 1500);
        QVERIFY(table.has(type) >= table.takes(type));
        QVERIFY(table.has(reason) >= table.takes(reason));
        table.view.sortByColumn(reason, Qt::DescendingOrder);
        table.layout.apply();
        QCOMPARE(table.view.horizontalHeader()->sortIndicatorSection(), reason);
        QMenu menu;
        table.action(menu, "LAST CHANGE")->trigger();
        QVERIFY(table.titles().endsWith(QStringLiteral("LAST CHANGE")));
    }

    void whatTheUserHasSizedStaysSo()
    {
        Table table(m_settings);
        table.view.show();
        table.open();
        const int name = table.model.columnOf(QStringLiteral("@name"));
        table.view.horizontalHeader()->resizeSection(name, 700);
        table.view.resize(600, 400);
        QCOMPARE(table.view.horizontalHeader()->sectionSize(name), 700);
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
};

} // namespace tst_columnlayout

WK_TEST(tst_columnlayout, ColumnLayoutTest, QApplication)
#include "tst_columnlayout.moc"
