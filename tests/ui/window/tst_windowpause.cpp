// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "tests/ui/window/countingview.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/window/mainwindow.h"

#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

namespace tst_windowpause {

using namespace wk;
using namespace wk::sample;

const ObjectPtr web = shared(pod({.name = "web-1"}));

/// What a window hands on to its views, at once or when it is no longer paused.
class WindowPauseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_history = std::make_unique<TestHistory>();
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
        m_window->setHistory(*m_history);
        m_views = {new CountingView(QStringLiteral("Pods")), new CountingView(QStringLiteral("Stream"))};
        for (CountingView *view : m_views)
            m_window->addView(view);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_views[0]->setFocus();
    }
    void cleanup() { m_window.reset(); }

    void everyViewGetsEveryBatch()
    {
        m_window->applyBatch(batch({}, {live(1)}));
        for (const CountingView *view : m_views)
            QCOMPARE(view->batches, 1);
    }

    void whatIsShownStandsStillInAPauseAndTheHistoryGoesOn()
    {
        m_history->append(batch({added(1, web)}));
        QTest::keyClick(m_window.get(), Qt::Key_Space);
        QVERIFY(m_window->state().isPaused());
        m_history->append(batch({added(1, web)}));
        m_history->append(batch({modified(1, web, web), deleted(1, web)}));
        QCOMPARE(m_history->end(), RowId(1));
        QCOMPARE(m_history->now().end(), RowId(4));
        const auto buttons = m_window->findChildren<QPushButton *>();
        const auto pause = std::ranges::find(buttons, QStringLiteral("Pause"), &QPushButton::accessibleName);
        QVERIFY(pause != buttons.end());
        QVERIFY((*pause)->text().contains(QLatin1Char('3')));
        QSignalSpy moved(m_history.get(), &HistoryFeed::moved);
        QTest::keyClick(m_window.get(), Qt::Key_Space);
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0][0].value<RowId>(), RowId(1));
        QCOMPARE(m_history->end(), RowId(4));
    }

    void whatFallsOffFallsOffInAPauseToo()
    {
        m_history->setBounds({.rows = 1});
        m_history->append(batch({added(1, web)}));
        m_window->state().setPaused(true);
        m_history->append(batch(std::vector<EntryPtr>(3 * EventLog::ChunkRows, modified(1, web, web))));
        QVERIFY(m_history->now().begin() > 1);
        QCOMPARE(m_history->end(), m_history->now().begin()); // nothing is left of what was shown
    }

    void aWatchThatIsClosedDuringAPauseDoesNotComeBack()
    {
        m_window->state().setPaused(true);
        m_window->applyBatch(batch({}, {live(1), live(2)}));
        m_window->forgetWatch(1);
        m_window->state().setPaused(false);
        for (const CountingView *view : m_views) {
            QCOMPARE(view->statuses.size(), std::size_t(1));
            QCOMPARE(view->statuses[0].watch, WatchId(2));
        }
    }

    void ofEachWatchAPauseKeepsTheNewestStatus()
    {
        m_window->state().setPaused(true);
        for (int version = 1; version <= 3; ++version)
            m_window->applyBatch(batch({}, {live(1, version), live(2, 10 * version)}));
        m_window->state().setPaused(false);
        QCOMPARE(m_views[0]->statuses.size(), std::size_t(2));
        QCOMPARE(m_views[0]->statuses[0].version.text(), std::string("3"));
        QCOMPARE(m_views[0]->statuses[1].version.text(), std::string("30"));
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<MainWindow> m_window;
    std::array<CountingView *, 2> m_views{}; ///< the window's
};

} // namespace tst_windowpause

WK_TEST(tst_windowpause, WindowPauseTest, QApplication)
#include "tst_windowpause.moc"
