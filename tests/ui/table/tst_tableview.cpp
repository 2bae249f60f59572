// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableview.h"

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtableview.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"
#include "ui/table/objecttable.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>

namespace tst_tableview {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

ObjectPtr podOf(const char *name, const char *status = "Running", const char *ns = "web")
{
    PodRow row;
    row.name = name;
    row.status = status;
    row.ns = ns;
    return shared(pod(row));
}

/// A language that puts every text into brackets.
class Brackets : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *text, const char *, int) const override
    {
        return u'[' + QString::fromUtf8(text) + u']';
    }
};

} // namespace

class TableViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_theme.setScheme(ColourScheme::Dark);
        m_store.clear();
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(Now);
        m_state = std::make_unique<WindowState>();
        m_view = std::make_unique<TestTableView>(*m_state, m_settings, *m_clock);
        m_view->resize(1000, 400);
        m_view->setWatches(podInfo(), {1});
        m_view->applyBatch(
            batch({listed(1, podColumns(), {podOf("b"), podOf("d"), podOf("f", "CrashLoopBackOff")})}, {live(1)}));
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_state.reset();
    }

    void itSaysItsKindAndHowManyItShows()
    {
        QCOMPARE(m_view->title(), QStringLiteral("Pods"));
        QCOMPARE(m_view->resultText(), QStringLiteral("3 pods"));
        m_state->setFilter(QStringLiteral("phase:crash"));
        QCOMPARE(m_view->resultText(), QStringLiteral("1 of 3 pods"));
    }

    void aClickSelectsForTheWholeWindow()
    {
        QVERIFY(m_state->selection().isEmpty());
        click(1);
        QCOMPARE(m_state->selection().name, std::string("d"));
        QCOMPARE(m_state->selection().uid, std::string("uid-d"));
    }

    void theWindowsSelectionIsShown()
    {
        m_state->select(refOf(podInfo().gvr, *podOf("f")));
        QCOMPARE(m_view->table().selectedRowNumbers(), (std::vector<int>{2}));
        m_state->select({nodeInfo().gvr, "", "node-01", "n1"});
        QVERIFY2(m_view->table().selectedRowNumbers().empty(), "no row is what the inspector shows");
        QCOMPARE(m_view->table().currentIndex().row(), 2);
        m_view->table().selectAll();
        m_state->select({nodeInfo().gvr, "", "node-02", "n2"});
        QCOMPARE(m_view->table().selectedRowNumbers().size(), std::size_t(3));
    }

    void whatIsSelectedBeforeItIsThereIsShownWhenItComes()
    {
        m_state->select(refOf(podInfo().gvr, *podOf("c")));
        m_view->applyBatch(batch({added(1, podOf("c"))}));
        QCOMPARE(m_view->table().selectedRowNumbers(), (std::vector<int>{1}));
    }

    void onlyTheUsersHandChangesWhatTheWindowSelects_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("rows");
        QTest::newRow("a filter that takes the current row away") << QStringLiteral("not name:d") << 2;
        QTest::newRow("a filter that takes a neighbour away") << QStringLiteral("name:d") << 1;
    }
    void onlyTheUsersHandChangesWhatTheWindowSelects()
    {
        QFETCH(QString, filter);
        m_view->table().selectAll();
        m_view->table().selectionModel()->setCurrentIndex(m_view->model().index(1, 2), QItemSelectionModel::NoUpdate);
        const ObjectRef other{deploymentInfo().gvr, "web", "web", "u"};
        m_state->select(other);
        m_state->setFilter(filter);
        QTEST(m_view->model().rowCount(), "rows");
        QCOMPARE(m_state->selection(), other);
        m_state->setFilter(QString());
        QCOMPARE(m_state->selection(), other);
        m_view->activateWindow();
        m_view->table().clearFocus();
        m_view->setFocus();
        QVERIFY(m_view->table().hasFocus());
        QCOMPARE(m_state->selection(), other);
    }

    void aRowTakenOutOfTheSelectionIsNotChosen()
    {
        m_view->table().selectAll();
        m_state->select(refOf(deploymentInfo().gvr, *podOf("other")));
        click(1, Qt::ControlModifier);
        QCOMPARE(m_view->table().selectedRowNumbers(), (std::vector<int>{0, 2}));
        QCOMPARE(m_state->selection().name, std::string("other"));
    }

    void aClickOnTheRowThatIsSelectedChoosesItAnew()
    {
        click(1);
        m_state->select({deploymentInfo().gvr, "web", "web", "u"});
        click(1);
        QCOMPARE(m_state->selection().name, "d");
    }

    void itCountsTheRowsThatAreSelected()
    {
        QSignalSpy told(m_view.get(), &View::resultChanged);
        QCOMPARE(m_view->selectedCount(), 0);
        click(1);
        QCOMPARE(m_view->selectedCount(), 1);
        m_view->table().selectAll();
        QCOMPARE(m_view->selectedCount(), 3);
        QVERIFY(told.size() >= 2);
        m_state->setFilter(QStringLiteral("name:nobody"));
        QCOMPARE(m_view->selectedCount(), 0);
        QVERIFY(!m_state->selection().isEmpty());
    }

    void aFilterForEventsLeadsToTheStreamByAClick()
    {
        const auto leads = [this] {
            for (QPushButton *button : m_view->findChildren<QPushButton *>()) {
                if (button->isVisible() && button->text() == QStringLiteral("Open the Stream"))
                    return button;
            }
            return static_cast<QPushButton *>(nullptr);
        };
        m_state->setFilter(QStringLiteral("name:nobody"));
        QVERIFY(!leads());
        m_state->setFilter(QStringLiteral("type == DELETED"));
        QVERIFY(leads());
        QSignalSpy asked(m_view.get(), &TableView::streamAsked);
        QTest::mouseClick(leads(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
    }

    void anotherLanguageIsSpokenAtOnce()
    {
        click(1);
        QSignalSpy told(m_view.get(), &View::resultChanged);
        Brackets language;
        QCoreApplication::installTranslator(&language);
        QCoreApplication::processEvents();
        const auto title = [this](const QString &key) {
            const int column = m_view->model().columnOf(key);
            return m_view->table().horizontalHeader()->model()->headerData(column, Qt::Horizontal).toString();
        };
        const QString titles = title(QStringLiteral("@namespace")) + title(QStringLiteral("@changes")) +
                               title(QStringLiteral("@last")) + title(QStringLiteral("Ready"));
        const QString said = m_view->resultText();
        QCoreApplication::removeTranslator(&language);
        QCOMPARE(titles, QStringLiteral("[NAMESPACE][CHANGES][LAST CHANGE]READY"));
        QCOMPARE(said, QStringLiteral("[3 pods]"));
        QVERIFY(!told.isEmpty());
        QCOMPARE(m_view->selectedCount(), 1);
    }

    void aWarningIsSeenFromAfar()
    {
        m_view->setWatches(eventInfo(), {2});
        m_view->applyBatch(batch({listed(
            2, eventColumns(),
            {shared(kubeEvent("a", "Warning", "BackOff", 1min)), shared(kubeEvent("b", "Normal", "Created", 2min))})}));
        const int type = m_view->model().columnOf(QStringLiteral("Type"));
        const auto isMarked = [&](int row) {
            const QRect cell = m_view->table().visualRect(m_view->model().index(row, type));
            const QImage image = m_view->table().viewport()->grab(cell).toImage();
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, image.height() / 2) == darkTokens().gap)
                    return true;
            }
            return false;
        };
        QVERIFY(isMarked(0));
        QVERIFY(!isMarked(1));
    }

    void selectedRowsAreCopiedAsText()
    {
        click(0);
        QTest::keyClick(&m_view->table(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(&m_view->table(), QKeySequence(QKeySequence::Copy));
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith(QStringLiteral("NAMESPACE")));
        QVERIFY(lines[2].contains(QStringLiteral("d  ")));
    }

    void selectedRowsAreCopiedAsYaml()
    {
        Object whole = *podOf("d");
        whole.body = plainBody("{'metadata':{'name':'d'}}");
        m_view->applyBatch(batch({modified(1, podOf("d"), shared(std::move(whole)))}));
        click(1);
        QMenu menu;
        m_view->fillRowMenu(menu, 1, 2);
        for (QAction *action : menu.actions()) {
            if (action->text() == QStringLiteral("Copy as YAML"))
                action->trigger();
        }
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("apiVersion: v1\nkind: Pod\nmetadata:\n  name: d\n"));
    }

    void whatIsNeverFetchedIsCopiedAsWhatIdentifiesIt()
    {
        QApplication::clipboard()->clear();
        click(1);
        QMenu menu;
        m_view->fillRowMenu(menu, 1, 2);
        for (QAction *action : menu.actions()) {
            if (action->text() == QStringLiteral("Copy as YAML"))
                action->trigger();
        }
        QTRY_VERIFY(
            QApplication::clipboard()->text().startsWith(QStringLiteral("apiVersion: v1\nkind: Pod\nmetadata:\n")));
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains(QStringLiteral("  name: d\n  namespace: web\n")), qPrintable(text));
        QVERIFY2(text.endsWith(QStringLiteral("# without their content, which is never fetched: 1\n")),
                 qPrintable(text));
    }

    void pointingAtACellFilters_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("filter");
        QTest::newRow("only this namespace")
            << QStringLiteral("@namespace") << QStringLiteral("Only this: web") << QStringLiteral("ns == \"web\"");
        QTest::newRow("not this status") << QStringLiteral("Status") << QStringLiteral("Not this: CrashLoopBackOff")
                                         << QStringLiteral("phase != \"CrashLoopBackOff\"");
        QTest::newRow("so many restarts and more")
            << QStringLiteral("Restarts") << QStringLiteral("At least this: 0") << QStringLiteral("restarts >= 0");
        QTest::newRow("only this object")
            << QStringLiteral("@age") << QStringLiteral("Only this object") << QStringLiteral("uid == \"uid-f\"");
    }
    void pointingAtACellFilters()
    {
        QFETCH(QString, column);
        QFETCH(QString, action);
        const QModelIndex cell = m_view->model().index(2, m_view->model().columnOf(column));
        QMenu menu;
        m_view->fillRowMenu(menu, cell.row(), cell.column());
        QAction *chosen = nullptr;
        QStringList texts;
        for (QAction *candidate : menu.actions()) {
            texts.append(candidate->text());
            if (candidate->text() == action)
                chosen = candidate;
        }
        QVERIFY2(chosen, qPrintable(texts.join(QLatin1Char('|'))));
        chosen->trigger();
        QString said = m_state->filter();
        QFETCH(QString, filter);
        QVERIFY2(said == filter || said == QString(filter).remove(QLatin1Char('"')), qPrintable(said));
    }

    void aTintedRowIsPaintedAndFades()
    {
        const QColor before = pixel(1, 2);
        m_view->applyBatch(batch({modified(1, podOf("d"), podOf("d", "Pending"))}));
        QCOMPARE(pixel(1, 2), darkTokens().modifiedTint);
        QCOMPARE(pixel(1, m_view->model().columnOf(QStringLiteral("Status"))), darkTokens().modifiedCell);
        m_clock->advance(5s);
        QCOMPARE(pixel(1, 2), before);
    }

    void anotherThemeRepaints()
    {
        QCOMPARE(pixel(0, 2), darkTokens().base);
        m_theme.setScheme(ColourScheme::Light);
        QTRY_COMPARE(pixel(0, 2), lightTokens().base);
    }

    /// Until a row shows it.
    void theKeysFocusIsSeenWhereNothingIsCurrent()
    {
        const auto corner = [this] { return m_view->table().viewport()->grab().toImage().pixelColor(0, 0); };
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setAttribute(Qt::WA_KeyboardFocusChange); // as Tab does
        m_view->table().setFocus(Qt::TabFocusReason);
        QVERIFY(!m_view->table().currentIndex().isValid());
        QCOMPARE(corner(), darkTokens().accent);
        QTest::keyClick(&m_view->table(), Qt::Key_Down);
        QVERIFY(m_view->table().currentIndex().isValid());
        QVERIFY(corner() != darkTokens().accent);
    }

    void anEmptyTableSaysWhy()
    {
        m_state->setFilter(QStringLiteral("nowhere"));
        QVERIFY(texts().contains(QStringLiteral("Nothing matches the filter")));
        m_view->setWatches(nodeInfo(), {2});
        WatchStatus denied = live(2);
        denied.state = WatchState::NotAllowed;
        denied.error = Error();
        denied.error->kind = ErrorKind::Forbidden;
        denied.error->text = "User <b>dev</b> cannot list nodes";
        m_view->applyBatch(batch({}, {denied}));
        QVERIFY2(texts().contains(QStringLiteral("User <b>dev</b> cannot list nodes")), qPrintable(texts()));
        QVERIFY2(m_view->resultText().isEmpty(), "how many there are is not known");
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

private:
    void click(int row, Qt::KeyboardModifiers modifiers = {})
    {
        const QRect cell = m_view->table().visualRect(m_view->model().index(row, 2));
        QTest::mouseClick(m_view->table().viewport(), Qt::LeftButton, modifiers, cell.center());
    }
    QColor pixel(int row, int column) const
    {
        const QRect cell = m_view->table().visualRect(m_view->model().index(row, column));
        return m_view->table().viewport()->grab().toImage().pixelColor(cell.topLeft() + QPoint(2, 2));
    }
    QString texts() const
    {
        QStringList all;
        for (const QLabel *label : m_view->findChildren<QLabel *>())
            all.append(label->text());
        return all.join(QLatin1Char('|'));
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestTableView> m_view;
};

} // namespace tst_tableview

WK_TEST(tst_tableview, TableViewTest, QApplication)
#include "tst_tableview.moc"
