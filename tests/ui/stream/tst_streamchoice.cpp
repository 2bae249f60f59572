// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "tests/ui/support/testhistory.h"
#include "ui/stream/streamsearch.h"

Q_DECLARE_METATYPE(std::function<void()>)

namespace tst_streamchoice {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// What the stream has selected, and where it stands while rows come and go.
class tst_streamchoice : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_view.reset(); }

    void theTailIsFollowedUntilTheUserScrollsUp()
    {
        fill(300);
        QCOMPARE(bar()->value(), bar()->maximum());
        bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QTRY_VERIFY(!m_table->isFollowing());
        const int place = bar()->value();
        const int maximum = bar()->maximum();
        fill(50);
        QTRY_VERIFY(bar()->maximum() > maximum);
        QCOMPARE(bar()->value(), place);
        bar()->triggerAction(QAbstractSlider::SliderToMaximum);
        QTRY_VERIFY(m_table->isFollowing());
        fill(50);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void whoeverScrolledUpIsToldHowManyCameBelow()
    {
        fill(300);
        QToolButton *button = followButton();
        bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QTRY_VERIFY(!m_table->isFollowing());
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
        fill(120);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("120 new"));
        button->click();
        QVERIFY(m_table->isFollowing());
        QCOMPARE(button->text(), QStringLiteral("Following the newest"));
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void whatIsSeenIsNotNew()
    {
        fill(300);
        QToolButton *button = followButton();
        bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QTRY_VERIFY(!m_table->isFollowing());
        const int maximum = bar()->maximum();
        const int row = m_table->rowHeight(0);
        fill(120);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("120 new"));
        QTRY_COMPARE(bar()->maximum(), maximum + 120 * row);
        bar()->setValue(bar()->maximum() - 7 * row);
        QCOMPARE(button->text(), QStringLiteral("7 new"));
        bar()->setValue(bar()->maximum() - 90 * row);
        QCOMPARE(button->text(), QStringLiteral("7 new"));
        bar()->setValue(bar()->maximum());
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
    }

    void nothingIsNewWhereAllRowsAreSeen()
    {
        fill(3);
        QToolButton *button = followButton();
        m_table->setFollowing(false);
        fill(6);
        m_clock.advance(1s);
        QCOMPARE(bar()->maximum(), 0);
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
    }

    void rowsThatFallOffDoNotMoveWhatIsLookedAt()
    {
        openWith({EventLog::ChunkRows * 2, 512 * limits::MiB});
        fill(int(EventLog::ChunkRows) * 2);
        m_table->setFollowing(false);
        bar()->setValue(6000 * m_table->rowHeight(0));
        const RowId looked = model().rowAt(m_table->rowAt(0))->id;
        fill(int(EventLog::ChunkRows));
        QVERIFY(m_log->now().begin() > 0);
        QCOMPARE(model().rowAt(m_table->rowAt(0))->id, looked);
    }

    void theChosenRowIsKeptThroughAFilter()
    {
        fill(100);
        choose(50);
        const RowId chosen = model().rowAt(50)->id;
        m_state->setFilter(QStringLiteral("type:ADDED"));
        QTRY_COMPARE(model().rows().query().filter.clauses().size(), std::size_t(1));
        QTRY_VERIFY(!model().isBehind());
        QCOMPARE(model().rowAt(m_table->currentIndex().row())->id, chosen);
    }

    void onlyTheUsersHandChangesWhatTheWindowSelects_data()
    {
        QTest::addColumn<std::function<void()>>("deed");
        const auto row = [](const char *name, std::function<void()> deed) { QTest::newRow(name) << std::move(deed); };
        row("a filter that keeps the row", [this] { m_state->setFilter(QStringLiteral("name:p5")); });
        row("a filter that hides the row and one that shows it", [this] {
            m_state->setFilter(QStringLiteral("name:nobody"));
            QTRY_COMPARE(model().rowCount(), 0);
            m_state->setFilter(QString());
            QTRY_COMPARE(model().rowCount(), 100);
        });
        row("a range of time", [this] { m_state->setTimeRange(TimeRange{Now - 1h, Now + 1h}); });
        row("rows that come", [this] { fill(50); });
        row("rows of the selection that fall off", [this] {
            fill(int(EventLog::ChunkRows));
            m_table->selectAll();
            m_table->selectionModel()->setCurrentIndex(model().index(int(EventLog::ChunkRows) + 50, 0),
                                                       QItemSelectionModel::NoUpdate);
            m_state->select(other());
            fill(int(EventLog::ChunkRows));
            QCOMPARE(m_log->now().begin(), RowId(EventLog::ChunkRows));
            QCOMPARE(m_table->currentIndex().row(), 50);
        });
        row("all of the selection falls off", [this] {
            m_table->selectAll();
            m_state->select(other());
            fill(int(EventLog::ChunkRows) * 2);
            QVERIFY(m_log->now().begin() > 100);
            QVERIFY(!m_table->currentIndex().isValid());
        });
        row("the view is left and shown again", [this] {
            m_view->hide();
            m_state->setFilter(QStringLiteral("name:p"));
            QTRY_VERIFY(!model().isBehind());
            m_view->show();
        });
    }
    void onlyTheUsersHandChangesWhatTheWindowSelects()
    {
        QFETCH(std::function<void()>, deed);
        openWith({EventLog::ChunkRows * 2, 512 * limits::MiB});
        fill(100);
        choose(50);
        QCOMPARE(m_state->selection().name, "p50");
        m_state->select(other());
        deed();
        QTRY_VERIFY(!model().isBehind());
        QCOMPARE(m_state->selection(), other());
    }

    void anObjectThatAnotherViewSelectsIsItsNewestEvent()
    {
        fill(5);
        apply(batch({added(Pods, web("p1", 2000)), added(Pods, web("p4", 2001))}));
        choose(3);
        m_state->select(refOf(podInfo().gvr, *web("p1")));
        QCOMPARE(m_table->currentIndex().row(), 5);
        QCOMPARE(m_view->selectedCount(), 1);
        QVERIFY(!isDetailEmpty());
        m_state->select(other());
        QCOMPARE(m_view->selectedCount(), 0);
        QTRY_VERIFY2(isDetailEmpty(), qPrintable(texts()));
    }

    void anEventThatIsNotShownIsNotInThePanesEither()
    {
        fill(5);
        choose(3);
        QTRY_VERIFY(!isDetailEmpty());
        m_state->setFilter(QStringLiteral("name:nobody"));
        QTRY_COMPARE(model().rowCount(), 0);
        QVERIFY(isDetailEmpty());
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 5);
        QCOMPARE(m_table->currentIndex().row(), 3);
        QTRY_VERIFY(!isDetailEmpty());
    }

    void anEventThatFellOffIsNotInThePanesEither()
    {
        openWith({EventLog::ChunkRows * 2, 512 * limits::MiB});
        fill(100);
        choose(50);
        QTRY_VERIFY(!isDetailEmpty());
        fill(int(EventLog::ChunkRows) * 2);
        QVERIFY(m_log->now().begin() > 100);
        QVERIFY(isDetailEmpty());
    }

    void whatIsOverIsNotFollowed()
    {
        fill(5);
        QToolButton *button = followButton();
        QVERIFY(button->isChecked());
        m_state->setTimeRange(TimeRange{Now - 60min, Now - 50min});
        QVERIFY(!button->isChecked());
        m_state->setTimeRange({});
        QVERIFY(button->isChecked());
        m_state->setTimeRange(TimeRange{Now - 60min, Now - 50min});
        button->click();
        QVERIFY(button->isChecked() && !m_state->timeRange());
    }

    void findSearchesTheListUnlessThePanesHaveTheFocus()
    {
        fill(5);
        apply(batch({modified(Pods, web("a"), web("a"), {"spec.replicas 3 5"}, "kubectl"), bookmark(Pods, 3)}));
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_table->setFocus();
        QVERIFY(m_view->find());
        auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(field && field->isVisible());
        QCoreApplication::processEvents();
        QVERIFY2(m_table->mapTo(m_view.get(), QPoint()).y() < 2 * field->height(), "the bar takes a line, no more");
        const auto found = [this, field](const QString &text) {
            m_table->clearSelection();
            field->clear();
            QTest::keyClicks(field, text);
            return m_table->currentIndex().row();
        };
        QCOMPARE(found(QStringLiteral("SPEC.REP")), 5);
        QCOMPARE(found(QStringLiteral("kubectl")), 5);
        QCOMPARE(found(QStringLiteral("bookmark")), 6);
        QCOMPARE(found(QStringLiteral("p3")), 3);
        QCOMPARE(m_state->selection().name, std::string("p3"));
        QCOMPARE(found(QStringLiteral("p")), 0);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_table->currentIndex().row(), 1);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_table->currentIndex().row(), 6); // around the end: "pod" is its kind
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible() && m_table->hasFocus());
    }

    void aGreatStreamIsSearchedInThePool()
    {
        apply(batch({listed(Pods, podColumns(), manyPods(20'000))}));
        QTRY_COMPARE(model().rowCount(), 20'001);
        StreamSearch search(*m_table, model(), *m_log);
        search.setNeedle(QStringLiteral("-11999"));
        QVERIFY(search.isLooking());
        search.findNext();
        QVERIFY(!m_table->selectionModel()->hasSelection());
        QTRY_COMPARE(m_table->currentIndex().row(), 19'991); // "app-…-119990", behind the row of the list
        QTRY_VERIFY(!search.isLooking());
        QCOMPARE(search.foundCount(), 10);
        QCOMPARE(search.foundCurrent(), 0);
        search.findPrevious();
        QCOMPARE(search.foundCurrent(), 9); // around the end, as all is known
        apply(batch({added(Pods, web("new-119990"))}));
        search.findNext();
        QTRY_COMPARE(m_table->currentIndex().row(), 20'001);
        QCOMPARE(search.foundCount(), 11);
    }

    void aStepThatWaitsGivesWayToTheUsersChoice()
    {
        apply(batch({listed(Pods, podColumns(), manyPods(20'000))}));
        QTRY_COMPARE(model().rowCount(), 20'001);
        StreamSearch search(*m_table, model(), *m_log);
        search.setNeedle(QStringLiteral("-11999"));
        search.findPrevious();
        QVERIFY(search.isLooking());
        choose(7);
        QTRY_VERIFY(!search.isLooking());
        QCOMPARE(m_table->currentIndex().row(), 7);
        search.findPrevious();
        QCOMPARE(m_table->currentIndex().row(), 20'000);
    }

    void theFocusMakesARowCurrentButChoosesNone()
    {
        fill(5);
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_table->clearFocus();
        m_table->setFocus();
        QVERIFY(m_table->hasFocus());
        QCOMPARE(m_table->currentIndex().row(), 0);
        QVERIFY(m_state->selection().isEmpty());
    }

    void aRowTakenOutOfTheSelectionIsNotChosen()
    {
        fill(5);
        m_table->selectAll();
        m_state->select(other());
        const QRect cell = m_table->visualRect(model().index(2, StreamModel::Name));
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, Qt::ControlModifier, cell.center());
        QCOMPARE(m_view->selectedCount(), 4);
        QCOMPARE(m_state->selection(), other());
    }

    void aClickOnTheRowThatIsSelectedChoosesItAnew()
    {
        fill(5);
        const auto click = [this] {
            const QRect cell = m_table->visualRect(model().index(2, StreamModel::Name));
            QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, cell.center());
        };
        click();
        QCOMPARE(m_state->selection().name, "p2");
        m_state->select(other());
        click();
        QCOMPARE(m_state->selection().name, "p2");
    }

    void aChosenRowIsTheEventThatTheWindowLooksAt()
    {
        fill(5);
        choose(2);
        QCOMPARE(m_state->selection().name, "p2");
        QCOMPARE(m_state->chosenEvent(), std::optional(model().rowAt(2)->id));
        m_state->select(other());
        QVERIFY(!m_state->chosenEvent());
    }

    void anEventThatAnotherViewChoosesIsGoneTo()
    {
        fill(200);
        QVERIFY(m_table->isFollowing());
        const ObjectRef object = model().refAt(20);
        m_state->selectEvent(object, model().rowAt(20)->id);
        QCOMPARE(m_table->currentIndex().row(), 20);
        QVERIFY(m_table->viewport()->rect().contains(m_table->visualRect(m_table->currentIndex()).center()));
        QCOMPARE(m_state->chosenEvent(), std::optional(model().rowAt(20)->id));
        apply(batch({added(Pods, web("p20", 2000))}));
        m_state->select(object);
        m_state->selectEvent(object, model().rowAt(200)->id);
        QCOMPARE(m_table->currentIndex().row(), 200);
    }

    void whileItFollowsTheNewestIsInSight_data()
    {
        QTest::addColumn<bool>("hidden");
        QTest::newRow("the view is in front") << false;
        QTest::newRow("the view is behind another tab") << true;
    }
    void whileItFollowsTheNewestIsInSight()
    {
        QFETCH(bool, hidden);
        fill(300);
        choose(297); // in sight at the end: nothing scrolls
        QVERIFY(m_table->isFollowing());
        m_view->setVisible(!hidden);
        m_state->setFilter(QStringLiteral("name:p29"));
        QTRY_COMPARE(model().rowCount(), 11);
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 300);
        fill(50);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QCoreApplication::processEvents();
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
        m_view->resize(1200, 400);
        QCoreApplication::processEvents();
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void whoIsTakenToAnOlderRowDoesNotFollow()
    {
        fill(300);
        m_table->setCurrentIndex(model().index(10, 0));
        QVERIFY(bar()->value() < bar()->maximum());
        QVERIFY(!m_table->isFollowing());
    }
};

} // namespace tst_streamchoice

WK_TEST(tst_streamchoice, tst_streamchoice, QApplication)
#include "tst_streamchoice.moc"
