// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pastbanner.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/timetravel.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/safetext.h"
#include "ui/style/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/navigator.h"
#include "ui/window/timestrip.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace tst_pastbanner {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class PlainView : public View
{
public:
    PlainView() { setFocusPolicy(Qt::StrongFocus); }
    QString title() const override { return QStringLiteral("Plain"); }
    void applyBatch(const Batch &) override {}
};

/// What is laid out, and the views that are painted.
struct LayoutWork : QObject {
    explicit LayoutWork(QWidget &its)
        : banner(its)
    {}
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isPaintedView = event->type() == QEvent::Paint && qobject_cast<View *>(watched);
        if (event->type() != QEvent::LayoutRequest && !isPaintedView)
            return false;
        if (watched == &banner)
            ++ofBanner;
        else
            elsewhere.append(QString::fromLatin1(watched->metaObject()->className()));
        return false;
    }

    QWidget &banner;
    int ofBanner = 0;
    QStringList elsewhere;
};

/// A window in the past, from its strip to its title.
class PastBannerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_log = std::make_unique<TestHistory>();
        m_window = std::make_unique<MainWindow>(WindowContext{m_theme, m_settings, m_clock});
        m_window->setHistory(*m_log);
        m_log->setWatch(1, scopeOf(podInfo()));
        auto *view = new PlainView;
        m_window->addView(view);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        view->setFocus();
        play(batch({listed(1, podColumns(), {web(1)}, Now - 60s)}, {live(1)})); // 0, 1
        play(batch({at(modified(1, web(1), web(2)), Now - 40s)}));              // 2
        play(batch({at(modified(1, web(2), web(3)), Now - 20s)}));              // 3
        m_clock.advance(1s);
    }
    void cleanup() { m_window.reset(); }

    /// The hand that drags the playhead asks for it a hundred times a second.
    void aMomentThatMovesLaysOutNothingButTheBanner()
    {
        m_window->state().setPlayhead(Moment{3, Now - 30s});
        const auto settle = [] {
            for (int turn = 0; turn < 5; ++turn)
                QCoreApplication::processEvents();
        };
        settle();
        LayoutWork work(banner());
        qApp->installEventFilter(&work);
        for (const auto back : {45s, 59s, 1111s}) {
            m_window->state().setPlayhead(Moment{2, Now - back});
            settle();
        }
        qApp->removeEventFilter(&work);
        QVERIFY(work.ofBanner > 0);
        QCOMPARE(work.elsewhere, QStringList());
    }

    void thePlayheadIsDraggedIntoThePastAndBack()
    {
        const QPoint handle(int(strip().playheadX()), 22);
        const QPoint past(int(strip().xOf(Now - 30s)), 22);
        QTest::mousePress(&strip(), Qt::LeftButton, {}, handle);
        QTest::mouseMove(&strip(), past);
        QVERIFY(moment());
        QCOMPARE(moment()->upTo, RowId(3));
        QVERIFY(!m_window->state().timeRange());
        QVERIFY(!banner().isHidden());
        QTest::mouseMove(&strip(), {strip().width() - 5, 22});
        QVERIFY(!moment());
        QTest::mouseRelease(&strip(), Qt::LeftButton, {}, {strip().width() - 5, 22});
        QVERIFY(banner().isHidden());
    }

    void theRulerTakesThePlayheadThere()
    {
        QTest::mouseClick(&strip(), Qt::LeftButton, {}, {int(strip().xOf(Now - 50s)), 80});
        QCOMPARE(moment()->upTo, RowId(2));
        QVERIFY2(std::abs(strip().playheadX() - strip().xOf(Now - 50s)) < 2, "and it is drawn there");
        QTest::mousePress(&strip(), Qt::LeftButton, {}, {400, 40});
        QTest::mouseMove(&strip(), {300, 40});
        QTest::mouseRelease(&strip(), Qt::LeftButton, {}, {300, 40});
        QVERIFY(m_window->state().timeRange());
        QCOMPARE(moment()->upTo, RowId(2));
    }

    void keysStepFromEventToEvent()
    {
        QTest::keyClick(m_window.get(), Qt::Key_Comma);
        QCOMPARE(moment(), std::optional(Moment{3, Now - 40s, true}));
        QTest::keyClick(m_window.get(), Qt::Key_Comma);
        QCOMPARE(moment()->upTo, RowId(2));
        QTest::keyClick(m_window.get(), Qt::Key_Period);
        QCOMPARE(moment()->upTo, RowId(3));
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!moment());
    }

    void theBannerSaysWhichMomentItIs()
    {
        m_window->travel()->goAfter(2);
        QVERIFY2(banner().words().startsWith(QStringLiteral("As of ") + local(Now - 40s, u"HH:mm:ss.zzz")),
                 qPrintable(banner().words()));
        QVERIFY2(banner().words().contains(QStringLiteral("after MODIFIED Pod web-1 · ")),
                 qPrintable(banner().words()));
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("As of ") + local(Now - 40s, u"HH:mm:ss")));
        m_window->travel()->step(TimeTravel::Direction::Later);
        m_window->travel()->step(TimeTravel::Direction::Later);
        QVERIFY2(banner().words().endsWith(QStringLiteral("Nothing has changed since.")), qPrintable(banner().words()));
        m_window->travel()->backToLive();
        QVERIFY(!m_window->windowTitle().contains(QStringLiteral("As of")));
    }

    void theTabsStayWhereTheyAreAndTheViewMakesRoom()
    {
        const auto *tabs = m_window->findChild<QTabWidget *>();
        const auto topOf = [this](const QWidget *widget) { return widget->mapTo(m_window.get(), QPoint()).y(); };
        const int bar = topOf(tabs->tabBar());
        const int live = topOf(tabs->currentWidget());
        m_window->travel()->goAfter(2);
        QTRY_COMPARE(topOf(tabs->currentWidget()), live + banner().height());
        QCOMPARE(topOf(tabs->tabBar()), bar);
        QCOMPARE(topOf(&banner()), live);
        QCOMPARE(banner().width(), tabs->currentWidget()->width());
        m_window->resize(1200, 800);
        QTRY_COMPARE(banner().width(), tabs->currentWidget()->width());
        m_window->travel()->backToLive();
        QTRY_COMPARE(topOf(tabs->currentWidget()), live);
    }

    void whereThereIsLittleRoomTheMomentAndTheWayBackStay()
    {
        m_window->travel()->goAfter(2);
        PastBanner alone(m_window->state(), *m_window->travel(), m_window->figures(), m_clock);
        alone.resize(440, alone.height());
        alone.show();
        QVERIFY(QTest::qWaitForWindowExposed(&alone));
        QCOMPARE(alone.width(), 440);
        const auto labels = alone.findChildren<SafeLabel *>();
        const auto moment = std::ranges::find_if(
            labels, [](const SafeLabel *label) { return label->text().startsWith(QStringLiteral("As of ")); });
        QVERIFY(moment != labels.end());
        QVERIFY((*moment)->width() >= (*moment)->fontMetrics().horizontalAdvance((*moment)->text()));
        const QPushButton *live = alone.findChild<QPushButton *>();
        QVERIFY(live->width() >= live->sizeHint().width());
        QVERIFY(alone.rect().contains(live->geometry()));
        const int narrow = alone.timeField().width();
        alone.resize(900, alone.height());
        QTRY_VERIFY(alone.timeField().width() > narrow);
    }

    void partsAreDroppedBeforeTheyAreCut()
    {
        m_window->travel()->goAfter(2);
        PastBanner alone(m_window->state(), *m_window->travel(), m_window->figures(), m_clock);
        alone.resize(1200, alone.height());
        alone.show();
        QVERIFY(QTest::qWaitForWindowExposed(&alone));
        auto *detail = alone.findChild<ElidedLabel *>();
        const auto isWhole = [detail] {
            return detail->fontMetrics().horizontalAdvance(detail->text()) <= detail->width();
        };
        const QString all = QStringLiteral("after MODIFIED Pod web-1 · 41\u00a0s ago · 1 events since");
        QCOMPARE(detail->text(), all);
        const auto isFieldApart = [&alone, live = alone.findChild<QPushButton *>()] {
            const QRect field = alone.timeField().geometry();
            return field.width() > 40 && !field.intersects(live->geometry());
        };
        QSet<QString> said;
        for (int width = 1200; width >= 480; width -= 15) {
            alone.resize(width, alone.height());
            QTRY_VERIFY2(isWhole(), qPrintable(QStringLiteral("%1: %2").arg(width).arg(detail->text())));
            QVERIFY2(detail->text().contains(QStringLiteral("41\u00a0s ago")), qPrintable(detail->text()));
            said.insert(detail->text());
            QTRY_VERIFY2(isFieldApart(), qPrintable(QString::number(width)));
        }
        QVERIFY2(said.size() >= 3, qPrintable(said.values().join(u'|')));
        QVERIFY(alone.words().endsWith(all));
        QHelpEvent help(QEvent::ToolTip, {}, {});
        QCoreApplication::sendEvent(detail, &help);
        QVERIFY2(detail->toolTip().contains(QStringLiteral("after MODIFIED Pod web-1")), qPrintable(detail->toolTip()));
    }

    void theStepsStayUnderThePointerWhateverIsSaid()
    {
        m_window->travel()->goAfter(2);
        banner().resize(575, banner().height());
        const auto placesOf = [this] {
            QList<QRect> places;
            for (const QToolButton *button : banner().findChildren<QToolButton *>())
                places.append(button->geometry());
            return places;
        };
        QTRY_VERIFY(placesOf().first().x() > 0);
        QCoreApplication::processEvents();
        const QList<QRect> before = placesOf();
        m_window->travel()->step(TimeTravel::Direction::Later);
        m_window->travel()->step(TimeTravel::Direction::Later);
        QVERIFY(banner().words().endsWith(QStringLiteral("Nothing has changed since.")));
        QCoreApplication::processEvents();
        QCOMPARE(placesOf(), before);
    }

    void aTimeIsTypedOrSaidToBeNone()
    {
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QVERIFY(banner().timeField().hasFocus());
        QTest::keyClicks(&banner().timeField(), QStringLiteral("lunch"));
        m_window->resize(700, 600);
        QTest::keyClick(&banner().timeField(), Qt::Key_Return);
        QVERIFY2(banner().words().contains(QStringLiteral("“lunch” cannot be read as a time in the past")),
                 qPrintable(banner().words()));
        QVERIFY(banner().timeField().hasFocus());
        QVERIFY(QToolTip::text().contains(
            QStringLiteral("“lunch” cannot be read as a time in the past"))); // the banner has no room for it
        banner().timeField().selectAll();
        QTest::keyClicks(&banner().timeField(), QStringLiteral("30s ago"));
        QTest::keyClick(&banner().timeField(), Qt::Key_Return);
        QCOMPARE(moment(), std::optional(Moment{3, Now + 1s - 30s, false}));
        QVERIFY(!banner().timeField().hasFocus());
    }

    void escapeTakesBackWhatIsTypedBeforeItLeavesThePast()
    {
        m_window->travel()->goAfter(2);
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QTest::keyClicks(&banner().timeField(), QStringLiteral("lunch"));
        QTest::keyClick(&banner().timeField(), Qt::Key_Return);
        QTest::keyClick(&banner().timeField(), Qt::Key_Escape);
        QVERIFY(banner().timeField().text().isEmpty());
        QVERIFY(moment().has_value());
        QVERIFY(!banner().words().contains(QStringLiteral("lunch")));
        QTest::keyClick(&banner().timeField(), Qt::Key_Escape);
        QVERIFY(!moment().has_value());
    }

    void backToLiveIsOneClickAway()
    {
        m_window->travel()->goAfter(2);
        for (QPushButton *button : banner().findChildren<QPushButton *>())
            QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!moment());
        QVERIFY(!m_window->state().isPaused());
    }

    void whatComesMeanwhileIsKept()
    {
        m_window->travel()->goAfter(2);
        play(batch({at(modified(1, web(3), web(4)), Now + 1s)}));
        QCOMPARE(moment()->upTo, RowId(3));
        QCOMPARE(m_log->now().end(), RowId(5));
        m_clock.advance(1s);
        QVERIFY2(banner().words().contains(QStringLiteral("2 events since")), qPrintable(banner().words()));
    }

    /// The past is whole: what the pause kept back belongs to it.
    void thePastEndsAPauseAndSpaceEndsThePast()
    {
        QTest::keyClick(m_window.get(), Qt::Key_Space);
        play(batch({at(modified(1, web(3), web(4)), Now + 1s)}));
        QCOMPARE(m_log->end(), RowId(4));
        QTest::keyClick(m_window.get(), Qt::Key_Comma);
        QVERIFY(!m_window->state().isPaused());
        QCOMPARE(m_log->end(), RowId(5));
        QCOMPARE(moment()->upTo, RowId(3)); // one before the last that was seen
        QTest::keyClick(m_window.get(), Qt::Key_Space);
        QVERIFY(!moment());
        QVERIFY(!m_window->state().isPaused());
    }

    void thePauseButtonTellsTheTimeAndGoesBack()
    {
        m_window->travel()->goAfter(2);
        QPushButton *pause = nullptr;
        for (QPushButton *button : m_window->findChildren<QPushButton *>()) {
            if (button->text() == local(Now - 40s, u"HH:mm:ss"))
                pause = button;
        }
        QVERIFY(pause);
        QTest::mouseClick(pause, Qt::LeftButton);
        QVERIFY(!moment());
        QCOMPARE(pause->text(), QStringLiteral("Pause"));
        QVERIFY(!pause->isChecked());
    }

    void theNavigatorCountsWhatThereWas()
    {
        auto *navigator = new Navigator(m_window->state(), m_settings, m_clock);
        navigator->setHistory(*m_log);
        m_window->setNavigator(navigator);
        m_window->state().learnScope(1, scopeOf(podInfo()));
        navigator->setResources({podInfo(), nodeInfo()});
        WatchStatus status = live(1);
        navigator->applyBatch(batch({}, {status}));
        play(batch({added(1, shared(pod({.name = "b"}))), added(1, shared(pod({.name = "c"})))}));
        navigator->counted(scopeOf(nodeInfo()), std::int64_t(3));
        const auto countOf = [&](const ResourceInfo &kind) {
            const NavigatorModel &model = navigator->model();
            return model.data(model.indexOf(kind.gvr), NavigatorModel::CountRole).toString();
        };
        QCOMPARE(countOf(podInfo()), QStringLiteral("3"));
        m_window->travel()->goAfter(2);
        m_clock.advance(200ms);
        QTRY_COMPARE(countOf(podInfo()), QStringLiteral("1"));
        QVERIFY2(countOf(nodeInfo()).isEmpty(), "nobody knows how many there were");
        m_window->travel()->goTo(Now - 10min);
        m_clock.advance(200ms);
        QTRY_COMPARE(countOf(podInfo()), QString());
        m_window->travel()->backToLive();
        m_clock.advance(200ms);
        QCOMPARE(countOf(podInfo()), QStringLiteral("3"));
    }

private:
    void play(const Batch &batch)
    {
        m_log->append(batch);
        m_window->applyBatch(batch);
    }
    static ObjectPtr web(int version) { return shared(pod({.name = "web-1"}, version)); }
    static QString local(WallTime time, QStringView format)
    {
        const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
        return QDateTime::fromMSecsSinceEpoch(since.count()).toString(format);
    }
    const std::optional<Moment> &moment() const { return m_window->state().playhead(); }
    TimeStrip &strip() { return *m_window->findChild<TimeStrip *>(); }
    PastBanner &banner() { return *m_window->findChild<PastBanner *>(); }

    ManualClock m_clock;
    Theme m_theme;
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tst_pastbanner

WK_TEST(tst_pastbanner, PastBannerTest, QApplication)
#include "tst_pastbanner.moc"
