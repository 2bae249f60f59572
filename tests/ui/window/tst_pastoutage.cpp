// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/timetravel.h"
#include "ui/models/uisettings.h"
#include "ui/style/formats.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/navigator.h"
#include "ui/window/pastbanner.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_pastoutage {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// A window that looks back into times in which not all was seen.
class PastOutageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_log = std::make_unique<TestHistory>();
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
        m_window->setHistory(*m_log);
    }
    void cleanup() { m_window.reset(); }

    void aMomentThatWasNotSeenSaysSo_data()
    {
        QTest::addColumn<int>("secondsAgo");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, int ago, const QString &words, int from = 0, int to = 0) {
            const auto text = [](int seconds) { return format::clock(Now - std::chrono::seconds(seconds)); };
            QTest::newRow(name) << ago << (words.isEmpty() ? words : words.arg(text(from), text(to)));
        };
        row("what was seen is not mentioned", 300, {});
        row("quiet until the stream broke", 260, QStringLiteral("in doubt from %1 to %2"), 290, 250);
        row("between the break and the list", 220, QStringLiteral("not seen from %1 to %2"), 250, 200);
        row("in order again", 190, {});
        row("what came late", 160, QStringLiteral("stale from %1 to %2"), 170, 150);
        row("what lasts, while it is doubtful", 90, QStringLiteral("in doubt from %1 to %2"), 100, 60);
        row("what lasts", 30, QStringLiteral("stale since %1"), 60);
    }

    /// By the banner, the navigator and the table's head.
    void aMomentThatWasNotSeenSaysSo()
    {
        QFETCH(int, secondsAgo);
        QFETCH(QString, words);
        const auto ago = [](int seconds) { return Now - std::chrono::seconds(seconds); };
        auto *table = new TableView(m_window->state(), m_settings, m_clock);
        table->setHistory(*m_log);
        m_window->addView(table);
        auto *navigator = new Navigator(m_window->state(), m_settings, m_clock);
        navigator->setHistory(*m_log);
        navigator->setResources({podInfo(), nodeInfo()});
        m_window->setNavigator(navigator);
        m_log->setWatch(1, scopeOf(podInfo()));
        m_log->setWatch(2, scopeOf(nodeInfo()));
        m_window->state().learnScope(1, scopeOf(podInfo()));
        m_window->state().learnScope(2, scopeOf(nodeInfo()));
        m_window->state().setResource(podInfo());
        table->setWatches(podInfo(), {1});
        const ObjectPtr web = shared(pod({.name = "web-1"}));
        auto lost = std::make_shared<Entry>(*gap(1, 7, 9, ago(200)));
        lost->gap.since = ago(290);
        lost->gap.broke = ago(250);
        auto late = std::make_shared<Entry>(*bookmark(1, 9, ago(150)));
        late->type = EntryType::Reconnect;
        late->broke = ago(170);
        WatchStatus stale = live(1);
        stale.state = WatchState::Waiting;
        stale.staleSince = ago(100);
        stale.brokenSince = ago(60);
        const Batch told = batch({listed(1, podColumns(), {web}, ago(600)),
                                  listed(2, nodeColumns(), {shared(node("n", "Ready"))}, ago(600)), lost,
                                  at(modified(1, web, web), ago(200)), late},
                                 {stale, live(2)});
        m_log->append(told);
        m_window->applyBatch(told);
        navigator->applyBatch(told);
        m_window->travel()->goTo(ago(secondsAgo));
        m_clock.advance(200ms);

        const PastBanner &banner = *m_window->findChild<PastBanner *>();
        QCOMPARE(banner.words().contains(QStringLiteral("seen")) || banner.words().contains(QStringLiteral("stale")) ||
                     banner.words().contains(QStringLiteral("doubt")),
                 !words.isEmpty());
        QVERIFY2(banner.words().contains(words), qPrintable(banner.words()));
        const NavigatorModel &model = navigator->model();
        const auto saidOf = [&](const ResourceInfo &kind, int role) { return model.indexOf(kind.gvr).data(role); };
        QTRY_COMPARE(saidOf(podInfo(), NavigatorModel::StateTextRole).toString().toLower(), words);
        QTRY_COMPARE(saidOf(podInfo(), NavigatorModel::SilentRole).toBool(), !words.isEmpty());
        QCOMPARE(saidOf(nodeInfo(), NavigatorModel::StateRole).toInt(), -1);
        QTRY_COMPARE(table->model().state().word.toLower(), words);
        m_window->travel()->backToLive();
        m_clock.advance(200ms);
        QVERIFY(saidOf(podInfo(), NavigatorModel::StateTextRole).toString().startsWith(QStringLiteral("Waiting")));
    }

private:
    ManualClock m_clock;
    Theme m_theme;
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tst_pastoutage

WK_TEST(tst_pastoutage, PastOutageTest, QApplication)
#include "tst_pastoutage.moc"
