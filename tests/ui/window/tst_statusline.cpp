// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusline.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/statussegment.h"
#include "ui/window/timestrip.h"

#include <QDockWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace tst_statusline {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// The foot of a window: status line and time strip tell the same.
class StatusLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
    }
    void cleanup() { m_window.reset(); }

    void whileNothingIsLiveTheWindowSaysSo()
    {
        const auto *strip = m_window->findChild<TimeStrip *>();
        QVERIFY(!strip->standing().isLive());
        TestHistory log;
        m_window->setHistory(log);
        log.append(batch({added(1, shared(pod({.name = "web-1"})))}));
        m_window->applyBatch(batch({}, {live(1)}));
        m_clock.advance(1s);
        QVERIFY(strip->standing().isLive());
        QVERIFY(says(QStringLiteral("behind 0\u00a0ms")));
        WatchStatus waits = live(1);
        waits.state = WatchState::Waiting;
        waits.staleSince = Now + 1s;
        m_window->applyBatch(batch({}, {waits}));
        m_clock.advance(9s);
        QVERIFY(!strip->standing().isLive());
        QVERIFY(says(QStringLiteral("stale for 9\u00a0s")));
        QVERIFY(!says(QStringLiteral("behind 0\u00a0ms")));
    }

    void inThePastTheVersionSaysThatItIsOfNow()
    {
        TestHistory log;
        m_window->setHistory(log);
        WatchStatus status = live(1);
        status.version = ResourceVersion("523");
        m_window->applyBatch(batch({}, {status}));
        log.append(batch({added(1, shared(pod({.name = "web-1"}, 523)))}));
        m_clock.advance(1s);
        QVERIFY(says(QStringLiteral("rv 523")));
        m_window->state().setPlayhead(Moment{1, Now});
        QVERIFY(says(QStringLiteral("rv 523 now")));
        m_window->state().setPlayhead({});
        QVERIFY(says(QStringLiteral("rv 523")));
        m_window.reset(); // before the log
    }

    void theMemoryHasANameAndIsOfTheWholeProgram()
    {
        MainWindow window(WindowContext{m_theme, m_settings, m_clock, [] { return std::uint64_t(91'000'000); }});
        WatchStatus status = live(1);
        status.memoryBytes = 2'800'000;
        window.applyBatch(batch({}, {status}));
        m_clock.advance(1s);
        const auto segments = window.findChildren<StatusSegment *>();
        const auto found = std::ranges::find(segments, QStringLiteral("memory 91.0\u00a0MB"), &StatusSegment::text);
        QVERIFY(found != segments.end());
        QVERIFY2((*found)->toolTip().contains(QStringLiteral("2.8")), qPrintable((*found)->toolTip()));
    }

    void withoutAConnectionTheRoomIsForTheAdvice()
    {
        m_window->state().learnScope(1, scopeOf(podInfo()));
        WatchStatus waits = live(1);
        waits.state = WatchState::Waiting;
        m_window->applyBatch(batch({}, {waits}));
        m_window->showConnection(QStringLiteral("Check that the cluster is running."));
        m_clock.advance(1s);
        QVERIFY(!says(QStringLiteral("pods: Waiting")));
        m_window->showConnection({});
        m_clock.advance(1s);
        QVERIFY(says(QStringLiteral("pods: Waiting")));
    }

    void theMenuTellsOfTheProgramAndEndsIt()
    {
        QStringList words;
        for (const QAction *action : m_window->programMenu().actions())
            words.append(action->text());
        QVERIFY2(words.contains(QStringLiteral("About Watchkeeper")) && words.contains(QStringLiteral("Quit")),
                 qPrintable(words.join(u'|')));
    }

    void aPanelThatWasClosedComesBackByItsKey()
    {
        m_window->setNavigator(new QWidget);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto *navigator = m_window->findChild<QDockWidget *>(QStringLiteral("navigator"));
        QVERIFY(!navigator->isHidden());
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(navigator->isHidden());
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!navigator->isHidden());
    }

    void oneClusterIsNamedAndManyAreCounted()
    {
        const auto clusterWord = [this] {
            const auto buttons = m_window->findChildren<QPushButton *>();
            const auto cluster = std::ranges::find(buttons, QStringLiteral("Clusters"), &QPushButton::accessibleName);
            return cluster == buttons.end() ? QString() : (*cluster)->text();
        };
        const QStringList names{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
        m_window->setClusters({names, {QStringLiteral("a")}});
        QCOMPARE(clusterWord(), QStringLiteral("a"));
        m_window->setClusters({names, {QStringLiteral("a"), QStringLiteral("b")}});
        QCOMPARE(clusterWord(), QStringLiteral("a, b"));
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("a, b")));
        m_window->setClusters({names, names});
        QCOMPARE(clusterWord(), QStringLiteral("3 clusters"));
        m_window->setClusters({names, {QStringLiteral("a")}, {{QStringLiteral("a"), {QStringLiteral("shop"), {}}}}});
        QCOMPARE(clusterWord(), QStringLiteral("shop"));
    }

    void theVersionsOfSeveralClustersAreNotCompared()
    {
        WindowState &state = m_window->state();
        state.showCluster(ClusterId::known("a"), "a");
        m_window->applyBatch(sample::batch({}, {sample::live(1, 4711)}));
        QVERIFY(says(QStringLiteral("rv 4 711")) || says(QStringLiteral("rv 4,711")) ||
                says(QStringLiteral("rv 4711")));
        state.showCluster(ClusterId::known("b"), "b");
        m_clock.advance(std::chrono::seconds(1));
        for (const auto *segment : m_window->findChildren<StatusSegment *>())
            QVERIFY2(!segment->text().startsWith(QStringLiteral("rv ")), qPrintable(segment->text()));
    }

private:
    bool says(const QString &text) const
    {
        const auto segments = m_window->findChildren<StatusSegment *>();
        return std::ranges::any_of(segments, [&](const StatusSegment *each) { return each->text() == text; });
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tst_statusline

WK_TEST(tst_statusline, StatusLineTest, QApplication)
#include "tst_statusline.moc"
