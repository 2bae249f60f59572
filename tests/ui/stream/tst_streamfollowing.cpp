// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"

namespace tst_streamfollowing {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// An event that somebody looks at does not scroll away.
class tst_streamfollowing : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        fill(300);
        QVERIFY(m_table->isFollowing());
    }
    void cleanup() { m_view.reset(); }

    void whoChoosesAnEventDoesNotFollow_data()
    {
        QTest::addColumn<QString>("deed");
        QTest::newRow("a click") << QStringLiteral("click");
        QTest::newRow("a click on the row that was chosen before") << QStringLiteral("again");
        QTest::newRow("a key") << QStringLiteral("key");
    }
    void whoChoosesAnEventDoesNotFollow()
    {
        QFETCH(QString, deed);
        choose(deed == QStringLiteral("again") ? 297 : 298); // by another view
        QCoreApplication::processEvents();                   // the detail has its room from now on
        QVERIFY(m_table->isFollowing());
        const QRect cell = m_table->visualRect(model().index(297, StreamModel::Name));
        if (deed == QStringLiteral("key"))
            QTest::keyClick(m_table, Qt::Key_Up);
        else
            QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(m_table->currentIndex().row(), 297);
        QVERIFY(!m_table->isFollowing());
        const int place = bar()->value();
        const int maximum = bar()->maximum();
        const QModelIndex chosen = m_table->currentIndex();
        const QRect before = m_table->visualRect(chosen);
        fill(50);
        QTRY_VERIFY(bar()->maximum() > maximum);
        QCOMPARE(bar()->value(), place);
        QCOMPARE(m_table->visualRect(chosen), before); // the height of the view is not that of whole rows
        QTest::keyClick(m_table, Qt::Key_End);
        QVERIFY(m_table->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void theFirstStepByKeyIsToTheNewest_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("up") << Qt::Key_Up;
        QTest::newRow("down") << Qt::Key_Down;
    }
    void theFirstStepByKeyIsToTheNewest()
    {
        QFETCH(Qt::Key, key);
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus();
        QVERIFY(m_table->hasFocus());
        const int place = bar()->value();
        QTest::keyClick(m_table, key);
        QCOMPARE(m_table->currentIndex().row(), 299);
        QCOMPARE(m_state->selection().name, "p299");
        QVERIFY(!m_table->isFollowing());
        QCOMPARE(bar()->value(), place);
        QTest::keyClick(m_table, Qt::Key_Up);
        QCOMPARE(m_state->selection().name, "p298");
    }

    void theWheelMovesByWholeRows()
    {
        QCOMPARE(bar()->singleStep(), m_table->rowHeight(0));
        m_view->resize(1200, 500);
        QCoreApplication::processEvents();
        QCOMPARE(bar()->singleStep(), m_table->rowHeight(0));
    }

    void whatStandsBesideTheFollowButtonStays()
    {
        const auto buttons = m_view->filterBar()->findChildren<QToolButton *>();
        const auto saying = [&buttons](const QString &words) {
            const auto found = std::ranges::find_if(
                buttons, [&words](const QToolButton *button) { return button->text().endsWith(words); });
            return found == buttons.end() ? nullptr : *found;
        };
        const QToolButton *follow = saying(QStringLiteral("Following the newest"));
        QVERIFY(follow);
        const int wide = follow->sizeHint().expandedTo(follow->minimumSize()).width();
        bar()->setValue(0);
        QCOMPARE(saying(QStringLiteral("Follow the newest")), follow);
        QCOMPARE(follow->sizeHint().expandedTo(follow->minimumSize()).width(), wide);
        fill(5);
        QTRY_COMPARE(saying(QStringLiteral(" new")), follow);
        QCOMPARE(follow->sizeHint().expandedTo(follow->minimumSize()).width(), wide);
    }

    /// A row far down passes the filter: those above it have not been in sight.
    void whatAFilterShowsIsNotAllThatHasCome()
    {
        QToolButton *button = followButton();
        bar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        QTRY_VERIFY(!m_table->isFollowing());
        fill(120);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("120 new"));
        m_state->setFilter(QStringLiteral("name == p119")); // the last one and one of those before
        QTRY_COMPARE(model().rowCount(), 2);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
        m_state->setFilter(QString());
        QTRY_COMPARE(model().rowCount(), 420);
        m_clock.advance(1s);
        QCOMPARE(button->text(), QStringLiteral("120 new"));
    }

    void whilePausedTheNewestIsNotFollowed()
    {
        QToolButton *button = followButton();
        QCOMPARE(button->text(), QStringLiteral("Following the newest"));
        m_state->setPaused(true);
        QVERIFY(!button->isChecked());
        QCOMPARE(button->text(), QStringLiteral("Follow the newest"));
        button->click();
        QVERIFY(!m_state->isPaused() && button->isChecked());
    }

    void anotherFilterLeavesThePlaceInTime()
    {
        const auto topAfter = [this](const QString &filter) {
            m_state->setFilter(filter);
            [this] { QTRY_VERIFY(!model().isBehind()); }();
            return model().index(m_table->rowAt(0), StreamModel::Name).data().toString();
        };
        bar()->setValue(100 * m_table->rowHeight(0));
        QVERIFY(!m_table->isFollowing());
        QCOMPARE(topAfter({}), QStringLiteral("p100"));
        QCOMPARE(topAfter(QStringLiteral("name:5")), QStringLiteral("p105"));
        QCOMPARE(topAfter(QStringLiteral("name==p7")), QStringLiteral("p7"));
        QVERIFY(!m_table->isFollowing());
        topAfter(QStringLiteral("name==nobody"));
        QCOMPARE(model().rowCount(), 0);
        QCOMPARE(topAfter({}), QStringLiteral("p100"));
        // Who scrolls among a filter's rows is elsewhere then.
        QCOMPARE(topAfter(QStringLiteral("name:5")), QStringLiteral("p105"));
        bar()->setValue(bar()->value() + m_table->rowHeight(0));
        QCOMPARE(topAfter({}), QStringLiteral("p115"));
    }

    void whatChoosesNothingLetsNothingGo()
    {
        choose(298);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(m_table->isFollowing());
        QTest::keyClick(m_table, Qt::Key_Up);
        QTest::keyClick(m_table, Qt::Key_Shift);
        QVERIFY2(!m_table->isFollowing(), "nor is it followed again");
    }
};

} // namespace tst_streamfollowing

WK_TEST(tst_streamfollowing, tst_streamfollowing, QApplication)
#include "tst_streamfollowing.moc"
