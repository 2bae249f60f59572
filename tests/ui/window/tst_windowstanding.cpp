// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/window/countingview.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/statussegment.h"
#include "ui/window/timestrip.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_windowstanding {

using namespace wk;
using namespace wk::sample;

/// How far a window is the present, in all of its places.
class WindowStandingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
    }
    void cleanup() { m_window.reset(); }

    void allThatSaysHowTheWatchesStandSaysSoAtOnce()
    {
        const auto *strip = m_window->findChild<TimeStrip *>();
        const auto says = [this](const QString &words) {
            const auto segments = m_window->findChildren<StatusSegment *>();
            return std::ranges::any_of(segments, [&](StatusSegment *each) { return each->text() == words; });
        };
        m_window->showConnection(QStringLiteral("Connecting."));
        QCOMPARE(standingWord(strip->standing(), Now), QStringLiteral("Not connected"));
        m_window->showConnection({});
        QCOMPARE(standingWord(strip->standing(), Now), QStringLiteral("Nothing watched"));
        m_window->applyBatch(batch({}, {live(1), live(2)}));
        QCOMPARE(standingWord(strip->standing(), Now), QStringLiteral("Live"));
        QVERIFY(says(QStringLiteral("2 watches live")));
        WatchStatus lost = live(1);
        lost.state = WatchState::Waiting;
        lost.staleSince = Now;
        WatchStatus lostToo = lost;
        lostToo.watch = 2;
        m_window->applyBatch(batch({}, {lost, lostToo}));
        QVERIFY(standingWord(strip->standing(), Now).startsWith(QStringLiteral("Stale since")));
        QVERIFY(says(QStringLiteral("2 waiting")) && !says(QStringLiteral("2 watches live")));
        m_window->forgetWatch(1);
        QCOMPARE(strip->standing().all(), 1);
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tst_windowstanding

WK_TEST(tst_windowstanding, WindowStandingTest, QApplication)
#include "tst_windowstanding.moc"
