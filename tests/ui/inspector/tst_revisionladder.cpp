// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionladder.h"

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/inspector/changespage.h"
#include "ui/style/formats.h"
#include "ui/style/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace tst_revisionladder {

using namespace wk;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;
constexpr int Rungs = 8;

ObjectPtr revision(int version)
{
    Object made = pod({.name = "web-1"}, version);
    made.body =
        plainBody("{'kind':'Pod','metadata':{'name':'web-1'},'status':{'restarts':" + std::to_string(version) + "}}");
    return shared(std::move(made));
}

} // namespace

/// What mouse and menu do to the ladder of revisions 1 to 8, the newest in row 0.
class TestRevisionLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_page.reset();
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, scopeOf(podInfo()));
        std::vector<EntryPtr> entries{listed(Pods, podColumns(), {revision(1)})};
        for (int version = 2; version <= Rungs; ++version)
            entries.push_back(
                modified(Pods, revision(version - 1), revision(version), {"status.phase Pending Running"}));
        m_log->append(batch(std::move(entries)));
        m_state = std::make_unique<WindowState>();
        m_page = std::make_unique<ChangesPage>(*m_state, m_clock);
        m_page->setHistory(*m_log);
        m_state->select(refOf(podInfo().gvr, *revision(1)));
        m_page->resize(420, 900);
        m_page->show();
        QTRY_COMPARE(m_page->model()->rowCount(), Rungs);
        QTRY_COMPARE(chosenRows(), QList<int>({0}));
        m_page->ladder()->setMinimumHeight(500);
        QTRY_VERIFY(ladder().viewport()->height() > 400);
    }
    void cleanup() { m_page.reset(); }

    void aRungOfAnotherDaySaysItsDate()
    {
        const auto says = [this](const QString &words) {
            return m_page->model()->index(0, 0).data().toString().contains(words);
        };
        const QString date = format::dateTime(Now).left(10);
        m_clock.setWall(Now);
        QVERIFY(says(format::clock(Now)) && !says(date));
        m_clock.setWall(Now + std::chrono::hours(48));
        QVERIFY(says(format::clock(Now)) && says(date));
    }

    void ctrlTakesTheNearerEndToTheRung_data()
    {
        QTest::addColumn<int>("rung");
        QTest::addColumn<QList<int>>("chosen");
        QTest::newRow("between, nearer to the newer") << 3 << QList<int>({3, 6});
        QTest::newRow("between, nearer to the older") << 5 << QList<int>({2, 5});
        QTest::newRow("newer than both") << 0 << QList<int>({0, 6});
        QTest::newRow("older than both") << 7 << QList<int>({2, 7});
        QTest::newRow("one of the two is let go") << 6 << QList<int>({2});
    }
    void ctrlTakesTheNearerEndToTheRung()
    {
        QFETCH(int, rung);
        click(2);
        click(6, Qt::ControlModifier);
        QCOMPARE(chosenRows(), QList<int>({2, 6}));
        click(rung, Qt::ControlModifier);
        QTEST(chosenRows(), "chosen");
        QFETCH(QList<int>, chosen);
        QVERIFY(isCompared(chosen.front()));
        QVERIFY(isCompared(chosen.size() > 1 ? chosen.back() : chosen.front() + 1));
    }

    void theDiffHasTheLargerPartUntilAnotherIsChosen()
    {
        auto *parts = m_page->findChild<QSplitter *>();
        m_page->ladder()->setMinimumHeight(40);
        m_page->resize(340, 360);
        QTRY_VERIFY(parts->sizes().front() < parts->sizes().back());
        m_page->resize(340, 900);
        QTRY_VERIFY(parts->sizes().front() > 200);
        QTest::mousePress(parts->handle(1), Qt::LeftButton);
        QTest::mouseMove(parts->handle(1), {10, 300});
        QTest::mouseRelease(parts->handle(1), Qt::LeftButton, {}, {10, 300});
        QTRY_VERIFY(parts->sizes().front() > 400);
        m_page->resize(340, 880);
        QVERIFY(parts->sizes().front() > 400);
    }

    void fewRungsTakeNoMoreRoomThanTheyNeed()
    {
        auto *parts = m_page->findChild<QSplitter *>();
        m_page->ladder()->setMinimumHeight(40);
        const ObjectPtr alone = shared(pod({.name = "alone"}));
        m_log->append(batch({added(Pods, alone)}));
        m_state->select(refOf(podInfo().gvr, *alone));
        QTRY_COMPARE(m_page->model()->rowCount(), 1);
        QTRY_COMPARE(parts->sizes().front(), m_page->ladder()->sizeHintForRow(0));
        m_state->select(refOf(podInfo().gvr, *revision(1)));
        QTRY_COMPARE(m_page->model()->rowCount(), Rungs);
        QVERIFY(parts->sizes().front() > 3 * m_page->ladder()->sizeHintForRow(0));
        m_state->select(refOf(podInfo().gvr, *shared(pod({.name = "unknown"}))));
        QTRY_COMPARE(m_page->model()->rowCount(), 0);
        QCOMPARE(parts->sizes().front(), m_page->ladder()->minimumHeight());
    }

    void theMenuOfARungChoosesNone()
    {
        click(2);
        QTest::mouseClick(ladder().viewport(), Qt::RightButton, {}, placeOf(5));
        QCOMPARE(chosenRows(), QList<int>({2}));
    }

    void theFrameLeavesTheRungWithItsMenu()
    {
        click(2);
        QTest::mouseClick(ladder().viewport(), Qt::RightButton, {}, placeOf(5));
        QCOMPARE(ladder().currentIndex().row(), 5);
        pick(5, QStringLiteral("Copy the resourceVersion"));
        QCOMPARE(ladder().currentIndex().row(), 2);
        QCOMPARE(chosenRows(), QList<int>({2}));
        QTest::mouseClick(ladder().viewport(), Qt::RightButton, {}, placeOf(5));
        pick(5, QStringLiteral("Compare with the revision before"));
        QVERIFY2(ladder().currentIndex().row() == 5, "the menu has chosen it");
    }

    void theLadderStaysWhereItIsWhenAMenuGoes()
    {
        click(0);
        m_page->ladder()->setMinimumHeight(40);
        m_page->resize(340, 300);
        QTRY_VERIFY(ladder().verticalScrollBar()->maximum() > 0);
        ladder().scrollToBottom();
        const int low = ladder().verticalScrollBar()->value();
        QTest::mouseClick(ladder().viewport(), Qt::RightButton, {}, placeOf(7));
        pick(7, QStringLiteral("Copy the resourceVersion"));
        QCOMPARE(ladder().currentIndex().row(), 0);
        QCOMPARE(ladder().verticalScrollBar()->value(), low);
    }

    void theLadderStaysWhereItIsWhileNewOnesCome_data()
    {
        QTest::addColumn<int>("chosen");
        QTest::addColumn<int>("scrolled");
        QTest::addColumn<bool>("isPointedAt");
        QTest::newRow("the pointer is on it") << 0 << 0 << true;
        QTest::newRow("it was scrolled down") << 0 << 3 << false;
        QTest::newRow("it was scrolled down and the pointer is on it") << 0 << 3 << true;
        QTest::newRow("an older one is chosen") << 1 << 0 << false;
    }
    void theLadderStaysWhereItIsWhileNewOnesCome()
    {
        QFETCH(int, chosen);
        QFETCH(int, scrolled);
        QFETCH(bool, isPointedAt);
        click(chosen);
        m_page->ladder()->setMinimumHeight(40);
        m_page->resize(340, 300);
        QTRY_VERIFY(ladder().verticalScrollBar()->maximum() > 3);
        ladder().verticalScrollBar()->setValue(scrolled);
        if (isPointedAt)
            pointAtLadder();
        const RowId seen = seenAtTop();
        const RowId was = m_page->model()->revision(chosen).of.row;
        for (int version = Rungs + 1; version <= Rungs + 3; ++version) {
            come(version);
            QTRY_COMPARE(m_page->model()->rowCount(), version);
            QCOMPARE(seenAtTop(), seen);
        }
        const bool isNewest = chosen == 0;
        QTRY_COMPARE(chosenRows(), QList<int>({isNewest ? 0 : chosen + 3}));
        QVERIFY(isNewest || m_page->model()->revision(chosen + 3).of.row == was);
        leaveLadder();
        const bool isBack = isPointedAt && scrolled == 0;
        QCOMPARE(seenAtTop(), isBack ? m_page->model()->revision(0).of.row : seen);
    }

    void whoDoesNotReadTheLadderSeesTheNewest()
    {
        click(0);
        come(Rungs + 1);
        QTRY_COMPARE(m_page->model()->rowCount(), Rungs + 1);
        QCOMPARE(seenAtTop(), m_page->model()->revision(0).of.row);
    }

    void theMenuComparesWithTheOneThatIsChosen()
    {
        click(2); // revision 6
        pick(5, QStringLiteral("Compare with revision 6"));
        QCOMPARE(chosenRows(), QList<int>({2, 5}));
        QVERIFY(isCompared(2) && isCompared(5));
        pick(1, QStringLiteral("Compare with the revision before"));
        QCOMPARE(chosenRows(), QList<int>({1}));
        QVERIFY(isCompared(1) && isCompared(2));
    }

    /// Known or likely: the window's filter finds both.
    void theMenuFiltersByWhoWroteTheRevisionOrMayHave()
    {
        pick(1, QStringLiteral("Only this writer: nobody known"));
        QCOMPARE(m_state->filter(), QStringLiteral("manager == \"(nobody)\""));
        const auto owned = [](int restarts) {
            Object made = pod({.name = "web-1"}, Rungs + restarts);
            made.body = plainBody("{'kind':'Pod','metadata':{'name':'web-1','managedFields':[{'manager':'kubelet',"
                                  "'operation':'Update','time':'2026-11-21T10:41:09Z','fieldsV1':{'f:status':{"
                                  "'f:restarts':{}}}}]},'status':{'restarts':" +
                                  std::to_string(restarts) + "}}");
            return shared(std::move(made));
        };
        m_log->append(batch({modified(Pods, revision(Rungs), owned(1)), modified(Pods, owned(1), owned(2))}));
        m_page->follow();
        m_clock.advance(std::chrono::seconds(1));
        QTRY_COMPARE(m_page->model()->rowCount(), Rungs + 2);
        m_state->setFilter(QStringLiteral("ns:web"));
        pick(0, QStringLiteral("Only this writer: kubelet"));
        QCOMPARE(m_state->filter(), QStringLiteral("ns:web manager == \"kubelet\""));
    }

    void theMenuLeadsIntoThePastAndCopies()
    {
        const QSignalSpy asked(m_page.get(), &ChangesPage::momentAsked);
        pick(5, QStringLiteral("Show the cluster as of this change"));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<RowId>(), m_page->model()->revision(5).of.row);
        pick(5, QStringLiteral("Copy the resourceVersion"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("3"));
    }

    void aRungSaysHowTwoAreCompared()
    {
        const QString tip = m_page->model()->index(3).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("Ctrl+click")), qPrintable(tip));
    }

private:
    RevisionLadder &ladder() { return *m_page->ladder(); }
    void come(int version)
    {
        m_log->append(
            batch({modified(Pods, revision(version - 1), revision(version), {"status.phase Pending Running"})}));
        m_page->follow();
        m_clock.advance(std::chrono::seconds(1));
    }
    RowId seenAtTop() { return m_page->model()->revision(ladder().highestSeen().row()).of.row; }
    void pointAtLadder()
    {
        QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
        QCoreApplication::sendEvent(&ladder(), &enter);
    }
    void leaveLadder()
    {
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&ladder(), &leave);
    }
    QPoint placeOf(int row) { return ladder().visualRect(m_page->model()->index(row)).center(); }
    bool isCompared(int row) { return m_page->model()->isCompared(m_page->model()->revision(row)); }
    void click(int row, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(ladder().viewport(), Qt::LeftButton, modifiers, placeOf(row));
    }
    QList<int> chosenRows()
    {
        QList<int> rows;
        for (const QModelIndex &index : ladder().selectionModel()->selectedIndexes())
            rows.append(index.row());
        std::ranges::sort(rows);
        return rows;
    }
    /// Opens the menu of a rung and takes one of its actions.
    void pick(int row, const QString &text)
    {
        bool picked = false;
        QTimer::singleShot(0, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (QAction *each : menu->actions()) {
                if (each->text() == text) {
                    each->trigger();
                    picked = true;
                }
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, placeOf(row), ladder().viewport()->mapToGlobal(placeOf(row)));
        QApplication::sendEvent(ladder().viewport(), &event);
        QVERIFY2(picked, qPrintable(text));
    }

    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<ChangesPage> m_page;
};

} // namespace tst_revisionladder

WK_TEST(tst_revisionladder, TestRevisionLadder, QApplication)
#include "tst_revisionladder.moc"
