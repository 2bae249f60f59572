// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/statebadge.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtableview.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_statebadge {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class StateBadgeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_view = std::make_unique<TestTableView>(m_state, m_settings, m_clock);
        m_view->setWatches(podInfo(), {1});
        m_view->applyBatch(batch({listed(1, podColumns(), {shared(pod({.name = "web-1"}))})}, {live(1)}));
        m_view->filterBar()->show();
        m_view->show();
    }
    void cleanup() { m_view.reset(); }

    void aWatchThatWaitsCountsDownInTheHeadAndCanBeTriedAtOnce()
    {
        WatchStatus waits = live(1);
        waits.state = WatchState::Waiting;
        waits.nextTry = Now + 12s;
        waits.staleSince = Now;
        waits.error = Error{ErrorKind::Refused, "nobody listens", {}, 0, {}};
        m_view->applyBatch(batch({}, {waits}));
        auto *badge = m_view->filterBar()->findChild<StateBadge *>();
        QVERIFY(badge);
        QCOMPARE(badge->words(), QStringLiteral("Waiting 12\u00a0s (refused)"));
        QVERIFY(badge->toolTip().contains(QStringLiteral("nobody listens")));
        m_clock.advance(3s);
        QCOMPARE(badge->words(), QStringLiteral("Waiting 9\u00a0s (refused)"));
        const auto buttons = m_view->findChildren<QToolButton *>();
        const auto retry = std::ranges::find(buttons, QStringLiteral("Retry now"), &QToolButton::text);
        QVERIFY(retry != buttons.end() && (*retry)->isVisible());
        const QSignalSpy asked(m_view.get(), &TableView::retryAsked);
        (*retry)->click();
        QCOMPARE(asked.count(), 1);
        m_view->applyBatch(batch({}, {live(1)}));
        QCOMPARE(badge->words(), QStringLiteral("Live"));
        QVERIFY(!(*retry)->isVisible());
    }

    void aClickAsksForTheWatch()
    {
        const QSignalSpy asked(m_view.get(), &TableView::watchAsked);
        QTest::mouseClick(m_view->filterBar()->findChild<StateBadge *>(), Qt::LeftButton);
        QCOMPARE(asked.value(0).value(0).toUInt(), WatchId(1));
    }

private:
    QTemporaryDir m_dir;
    QSettings m_store{m_dir.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    ManualClock m_clock;
    WindowState m_state;
    std::unique_ptr<TestTableView> m_view;
};

} // namespace tst_statebadge

WK_TEST(tst_statebadge, StateBadgeTest, QApplication)
#include "tst_statebadge.moc"
