// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columnlayout.h"

#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/theme.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace wk;
using namespace wk::sample;

namespace {

struct Table {
    explicit Table(UiSettings &settings)
        : layout((view.setModel(&model), view), model, settings)
    {
        clock.setWall(Now);
        view.setSortingEnabled(true);
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
    ResourceTableModel model{clock};
    QTableView view;
    ColumnLayout layout;
};

} // namespace

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
        const int grown = table.view.columnWidth(name);
        table.model.applyBatch(batch({added(1, shared(pod({.name = "a-name-even-longer-than-the-other-one"})))}));
        table.layout.fitToLists();
        QVERIFY2(table.view.columnWidth(name) == grown, "not at every row");
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
        table.action(menu, "Columns as at first")->trigger();
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
        ResourceTableModel model(clock);
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

QTEST_MAIN(ColumnLayoutTest)
#include "tst_columnlayout.moc"
